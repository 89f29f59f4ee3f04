-- +goose Up
-- What the camera saw. Apart from the plays, so that listing those reads no
-- pictures; gone with the play.

-- The table as it was scored.
CREATE TABLE proofs (
    play    TEXT PRIMARY KEY NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL, -- when the picture was taken
    picture BLOB NOT NULL,    -- JPEG
    regions TEXT NOT NULL     -- JSON: where the hexes are in it
);

-- Hexes of which people have said what lies on them, with what the camera saw.
CREATE TABLE examples (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    play    TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    mat     TEXT NOT NULL, -- the mat's name in the profile
    hex     TEXT NOT NULL,
    body    TEXT NOT NULL, -- JSON: what lies there, as in a state file
    picture BLOB NOT NULL  -- JPEG
);
CREATE INDEX examples_play ON examples (play);
