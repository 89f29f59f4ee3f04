-- +goose Up
-- The log of events is the game; all other tables about plays follow from it
-- and from the results, and are written in the same transaction. Times are ms
-- since 1970. "folded" is a name as it is compared: see fold in text.go.
PRAGMA application_id = 1212304722; -- "HBMR": says whose file this is

CREATE TABLE places (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
);

CREATE TABLE players (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid    TEXT NOT NULL UNIQUE,
    name    TEXT NOT NULL,
    folded  TEXT NOT NULL UNIQUE,
    color   TEXT NOT NULL DEFAULT '',
    shape   TEXT NOT NULL DEFAULT '',
    hidden  INTEGER NOT NULL DEFAULT 0, -- no longer offered, but in the history
    created INTEGER NOT NULL
);

-- Apart from the players, so that listing those reads no pictures.
CREATE TABLE pictures (
    player INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    type   TEXT NOT NULL,
    body   BLOB NOT NULL
);

CREATE TABLE plays (
    id        TEXT PRIMARY KEY NOT NULL,
    game      TEXT NOT NULL,
    title     TEXT NOT NULL DEFAULT '', -- of a game that the catalog doesn't know
    status    TEXT NOT NULL,
    place     INTEGER REFERENCES places (id),
    note      TEXT NOT NULL DEFAULT '',
    began     INTEGER NOT NULL,
    ended     INTEGER,                  -- set while the play is finished or abandoned
    players   INTEGER NOT NULL,         -- how many
    source    TEXT NOT NULL DEFAULT '', -- the program a record was taken over from
    source_id TEXT NOT NULL DEFAULT '',
    search    TEXT NOT NULL DEFAULT ''  -- title and note, folded
);
CREATE INDEX plays_began ON plays (began, id);
CREATE INDEX plays_status ON plays (status, began, id);
CREATE INDEX plays_game ON plays (game, began, id);
CREATE INDEX plays_place ON plays (place, began, id);
CREATE UNIQUE INDEX plays_source ON plays (source, source_id) WHERE source_id <> '';

CREATE TABLE events (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    play    TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    request TEXT, -- the sender's name for the command
    body    TEXT NOT NULL
);
CREATE INDEX events_play ON events (play, number);
CREATE UNIQUE INDEX events_request ON events (play, request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX events_begun ON events (request) WHERE request IS NOT NULL AND kind = 'started';

-- One player of a play. Statistics are counted from the seats with a total;
-- game and players are the play's, repeated here so that an index answers.
CREATE TABLE seats (
    play    TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL, -- from 1, in order of play: seat 1 is the start player
    name    TEXT NOT NULL,    -- at the table, the key in the log
    player  INTEGER REFERENCES players (id),
    color   TEXT NOT NULL DEFAULT '',
    shape   TEXT NOT NULL DEFAULT '',
    game    TEXT NOT NULL,
    players INTEGER NOT NULL,
    ended   INTEGER, -- these four are set while the play is finished
    total   INTEGER,
    rank    INTEGER,
    won     INTEGER,
    PRIMARY KEY (play, seat)
) WITHOUT ROWID;
CREATE INDEX seats_player ON seats (player, play);
CREATE INDEX seats_scores ON seats (player, total, won) WHERE total IS NOT NULL;
CREATE INDEX seats_game_scores ON seats (game, player, total, won) WHERE total IS NOT NULL;
CREATE INDEX seats_kinds ON seats (game, players, seat, won, total) WHERE total IS NOT NULL;
CREATE INDEX seats_time ON seats (player, ended, play, seat, game, players, total, won) WHERE total IS NOT NULL;
CREATE INDEX seats_best ON seats (game, total, ended) WHERE total IS NOT NULL;

-- The lines of the score sheet, at the end (round 0) and after each round.
CREATE TABLE lines (
    play     TEXT NOT NULL REFERENCES plays (id) ON DELETE CASCADE,
    round    INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    place    INTEGER NOT NULL, -- in the order of the score sheet
    category TEXT NOT NULL,
    points   INTEGER NOT NULL,
    body     TEXT NOT NULL,    -- the line with its spaces and its reason
    PRIMARY KEY (play, round, seat, place)
) WITHOUT ROWID;

-- Points by category and month, summed up: there are far too many lines to
-- add them up when somebody looks.
CREATE TABLE months (
    game     TEXT NOT NULL,
    player   INTEGER NOT NULL REFERENCES players (id),
    month    TEXT NOT NULL, -- 2026-11, UTC
    category TEXT NOT NULL,
    plays    INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    PRIMARY KEY (game, player, month, category)
) WITHOUT ROWID;

-- Opportunity cards that people have defined.
CREATE TABLE cards (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   TEXT NOT NULL,
    name   TEXT NOT NULL,
    folded TEXT NOT NULL,
    body   TEXT NOT NULL,
    UNIQUE (game, folded)
);

CREATE TABLE settings (
    key  TEXT PRIMARY KEY NOT NULL,
    body TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE devices (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    name   TEXT NOT NULL,
    token  BLOB NOT NULL UNIQUE, -- SHA-256 of the cookie
    paired INTEGER NOT NULL,
    seen   INTEGER NOT NULL
);
