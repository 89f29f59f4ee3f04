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
    search    TEXT NOT NULL DEFAULT '', -- title and note, folded
    length    INTEGER,                  -- ms from began to ended, while it is finished
    margin    INTEGER                   -- points between the winner and the next, while it is finished
);
CREATE INDEX plays_began ON plays (began, id);
CREATE INDEX plays_status ON plays (status, began, id);
CREATE INDEX plays_game ON plays (game, began, id);
CREATE INDEX plays_place ON plays (place, began, id);
CREATE INDEX plays_length ON plays (game, length, ended) WHERE length IS NOT NULL;
CREATE INDEX plays_margin ON plays (game, margin, ended) WHERE margin IS NOT NULL;
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

-- One player of a play. Statistics count the seats with a total.
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
CREATE INDEX seats_time ON seats (player, ended, play, game, won, total) WHERE total IS NOT NULL;
CREATE INDEX seats_best ON seats (game, won, total, ended, player) WHERE total IS NOT NULL;

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

-- What statistics are made of, summed up as plays finish and are reopened (see
-- tally.go): a table of many years would take too long to add up when somebody
-- looks. Player 0 is everybody.

-- How many seats got a total (n), how many of them won (w), and how many plays
-- they are (of everybody, a play's seats share it). Game '' is all games. Kind
-- says which seats: all, or those of a game, a count of players, a seat, or
-- start players (1) and others (0); k is which of these.
CREATE TABLE spread (
    player INTEGER NOT NULL,
    game   TEXT NOT NULL,
    kind   TEXT NOT NULL,
    k      NOT NULL,
    total  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    w      INTEGER NOT NULL,
    plays  REAL NOT NULL,
    PRIMARY KEY (player, game, kind, k, total)
) WITHOUT ROWID;

-- Points by category and month (2026-11, UTC).
CREATE TABLE months (
    player   INTEGER NOT NULL,
    game     TEXT NOT NULL,
    category TEXT NOT NULL,
    month    TEXT NOT NULL,
    n        INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    PRIMARY KEY (player, game, category, month)
) WITHOUT ROWID;

-- Who sat at a table with whom, who of the two was ahead, and by how many points.
CREATE TABLE meetings (
    player INTEGER NOT NULL,
    game   TEXT NOT NULL,
    other  INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    ahead  INTEGER NOT NULL,
    behind INTEGER NOT NULL,
    more   INTEGER NOT NULL,
    PRIMARY KEY (player, game, other)
) WITHOUT ROWID;

-- Plays won in a row, in each game and in all of them (''), up to the last one.
CREATE TABLE streaks (
    player  INTEGER NOT NULL,
    game    TEXT NOT NULL,
    longest INTEGER NOT NULL,
    current INTEGER NOT NULL,
    last    INTEGER NOT NULL, -- when the last play ended
    PRIMARY KEY (player, game)
) WITHOUT ROWID;
CREATE INDEX streaks_longest ON streaks (game, longest);

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
