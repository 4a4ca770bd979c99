import { enqueue, KINDS, KINDS_WITH_BODY, TRIGGERS } from './triggers.ts';

/** Word indexes of the staff search (`search_texts` for parts of words, `search_bodies` for long texts) and of the public search. They store no text. */
const WORD_TABLES = [
  `create virtual table search_texts using fts5(title, text, status, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1)`,
  `create virtual table search_bodies using fts5(body, status, tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = column)`,
  `create virtual table public_words using fts5(title, text, tokenize = 'unicode61 remove_diacritics 0', content = '', contentless_delete = 1, detail = column)`,
];

/** Search matches are found and sorted with these indexes, because their rows are spread over the whole file. */
const MATCH_INDEXES = [
  'create index search_documents_by_number on search_documents (number, id)',
  'create index posts_by_id on posts (id, deleted_at, status, published_at, updated_at)',
];

/** Each kind has its own range of document numbers, so that its documents are contiguous. */
const NUMBERS_OF_KIND = 1_000_000_000_000;

/** Triggers that keep the search indexes up to date, even if another release writes the content. */
const SEARCH_TRIGGERS = KINDS.flatMap(({ kind, table, getStatus, searched, shown }, index) => {
  const first = (index + 1) * NUMBERS_OF_KIND;
  const insert = `insert into search_documents (number, kind, id, status, title, text)
      select (select coalesce(max(number), ${first}) + 1 from search_documents where number between ${first} and ${first + NUMBERS_OF_KIND - 1}),
        '${kind}', new.id, ${getStatus('new')}, substr(new.search_text, 1, instr(new.search_text || char(10), char(10)) - 1), new.search_text`;
  const deleteStatement = `delete from search_documents where kind = '${kind}' and id = old.id`;
  return [
    `create trigger ${table}_search_insert after insert on ${table} when new.deleted_at is null begin ${insert}; end`,
    `create trigger ${table}_search_update after update of ${searched} on ${table} begin ${deleteStatement}; ${insert} where new.deleted_at is null; end`,
    `create trigger ${table}_search_delete after delete on ${table} begin ${deleteStatement}; end`,
    `create trigger ${table}_public_insert after insert on ${table} begin ${enqueue(kind, 'new')}; end`,
    `create trigger ${table}_public_update after update of ${shown} on ${table} begin ${enqueue(kind, 'new')}; end`,
    `create trigger ${table}_public_delete after delete on ${table} begin ${enqueue(kind, 'old')}; end`,
  ];
});

/** Triggers that write the word tables. A document gets a new number with every change. */
const WORD_TRIGGERS = [
  `create trigger search_documents_insert after insert on search_documents begin
    insert into search_texts (rowid, title, text, status)
    values (new.number, new.title, substr(new.text, length(new.title) + 2), substr(new.status, 1, 3)); end`,
  'create trigger search_documents_delete after delete on search_documents begin delete from search_texts where rowid = old.number; end',
  'create trigger public_documents_delete after delete on public_documents begin delete from public_words where rowid = old.number; end',
  'create trigger search_documents_forget_body after delete on search_documents begin delete from search_bodies where rowid = old.number; end',
  ...KINDS_WITH_BODY.flatMap(({ kind, table }) => {
    const document = `from search_documents where kind = '${kind}' and id = new.id`;
    return [
      `create trigger search_documents_${kind}_body after insert on search_documents when new.kind = '${kind}' begin
        insert into search_bodies (rowid, body, status) select new.number, search_body, substr(new.status, 1, 3) from ${table} where id = new.id; end`,
      `create trigger ${table}_search_body after update of search_body on ${table} when old.search_body <> new.search_body and new.deleted_at is null begin
        delete from search_bodies where rowid = (select number ${document});
        insert into search_bodies (rowid, body, status) select number, new.search_body, substr(status, 1, 3) ${document}; end`,
    ];
  }),
];

export const SQLITE: readonly string[] = [
  ...WORD_TABLES,
  ...MATCH_INDEXES,
  ...WORD_TRIGGERS,
  ...SEARCH_TRIGGERS,
  ...TRIGGERS.map(
    ({ table, name, event, when, does }) =>
      `create trigger ${table}_${name} after ${event} on ${table} ${when === undefined ? '' : `when ${when} `}begin ${does}; end`,
  ),
];
