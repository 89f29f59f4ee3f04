-- +goose Up
-- The log of events is the game; all other tables about plays follow from it
-- and from the results, and are written in the same transaction.
CREATE TABLE places (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
);

CREATE TABLE players (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE,
    name         TEXT NOT NULL UNIQUE COLLATE NOCASE,
    color        TEXT NOT NULL DEFAULT '',
    shape        TEXT NOT NULL DEFAULT '',
    picture      BLOB,
    picture_type TEXT NOT NULL DEFAULT '',
    hidden       INTEGER NOT NULL DEFAULT 0, -- no longer offered, but in the history
    created      INTEGER NOT NULL            -- ms since 1970, as all times here
);

CREATE TABLE plays (
    id        TEXT PRIMARY KEY,
    game      TEXT NOT NULL,
    title     TEXT NOT NULL DEFAULT '', -- of a game that the catalog doesn't know
    status    TEXT NOT NULL,
    place     INTEGER REFERENCES places (id),
    note      TEXT NOT NULL DEFAULT '',
    began     INTEGER NOT NULL,
    ended     INTEGER,
    players   INTEGER NOT NULL,
    source    TEXT NOT NULL DEFAULT '', -- the program a record was taken over from
    source_id TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE TABLE events (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    play    TEXT NOT NULL REFERENCES plays (id),
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    request TEXT, -- the sender's name for the command
    body    TEXT NOT NULL
);
CREATE INDEX events_play ON events (play, number);
CREATE UNIQUE INDEX events_request ON events (play, request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX events_begun ON events (request) WHERE request IS NOT NULL AND kind = 'started';

CREATE TABLE seats (
    play   TEXT NOT NULL REFERENCES plays (id),
    seat   INTEGER NOT NULL, -- from 1, in order of play: seat 1 is the start player
    name   TEXT NOT NULL,
    player INTEGER REFERENCES players (id),
    color  TEXT NOT NULL DEFAULT '',
    shape  TEXT NOT NULL DEFAULT '',
    total  INTEGER, -- these three are set while the play is finished
    rank   INTEGER,
    won    INTEGER,
    PRIMARY KEY (play, seat)
) WITHOUT ROWID;

CREATE TABLE lines (
    play     TEXT NOT NULL REFERENCES plays (id),
    round    INTEGER NOT NULL, -- 0: the final score
    seat     INTEGER NOT NULL,
    place    INTEGER NOT NULL, -- in the order of the score sheet
    category TEXT NOT NULL,
    points   INTEGER NOT NULL,
    body     TEXT NOT NULL,    -- the line with its spaces and its reason
    PRIMARY KEY (play, round, seat, place)
) WITHOUT ROWID;

-- Opportunity cards that people have defined.
CREATE TABLE cards (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (game, name)
);

CREATE TABLE settings (
    key  TEXT PRIMARY KEY,
    body TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE devices (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    name   TEXT NOT NULL,
    token  BLOB NOT NULL UNIQUE, -- SHA-256 of the cookie
    paired INTEGER NOT NULL,
    seen   INTEGER NOT NULL
);
