import { listChanges, toAuditText } from './audit-changes.ts';

describe('toAuditText', () => {
  it.each([
    ['title', 'Open mic', 'Open mic'],
    ['seats', 40, '40'],
    ['title', null, ''],
    ['title', undefined, ''],
    ['facts', { a: [1] }, '{"a":[1]}'],
    ['password_hash', null, ''],
    ['title', 'a'.repeat(2000), 'a'.repeat(2000)],
    ['title', 'a'.repeat(2001), `${'a'.repeat(2000)}…`],
  ])('writes %s %j', (column, value, text) => {
    expect(toAuditText(column, value)).toBe(text);
  });

  it.each(['password_hash', 'totp_secret', 'token', 'salt', 'public_key', 'credential_id', 'password', 'q'])('hides %s', (column) => {
    expect(toAuditText(column, 'value')).toBe('(hidden)');
  });

  it.each(['key_facts', 'main_key_facts', 'quote', 'faq'])('shows %s', (column) => {
    expect(toAuditText(column, 'value')).toBe('value');
  });
});

describe('listChanges', () => {
  it('lists the columns that differ, with their values before and after', () => {
    expect(listChanges({ title: 'Old', place: 'Yaba', seats: 40 }, { title: 'New', place: 'Yaba', seats: 60 })).toEqual({
      fields: ['title', 'seats'],
      before: { title: 'Old', seats: '40' },
      after: { title: 'New', seats: '60' },
    });
  });

  it('leaves out empty values, and treats a missing column as empty', () => {
    expect(listChanges({ title: '', place: null }, { title: 'New', note: 'Added' })).toEqual({
      fields: ['title', 'note'],
      before: {},
      after: { title: 'New', note: 'Added' },
    });
  });

  it.each(['search_text', 'search_key', 'search_body', 'derived_from', 'updated_at', 'created_at', 'decided_at'])('ignores %s', (column) => {
    expect(listChanges({ [column]: 'a' }, { [column]: 'b' }).fields).toEqual([]);
  });
});
