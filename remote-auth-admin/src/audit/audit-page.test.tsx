import { type AuditEntry, listAuditPage } from '@site/shared/contracts/audit';
import type { Role } from '@site/shared/domain/roles';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { serveList } from '../testing/serve-list.ts';
import { describeAction, describeActor, describeChanges, toAuditCsv } from './audit-text.ts';

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  number: 7,
  at: '2026-11-22T10:00:00.000Z',
  category: 'change',
  action: 'post.update',
  outcome: 'done',
  actorId: 'u1',
  actorRole: 'editor',
  subjectKind: 'post',
  subjectId: 'p1',
  facts: { fields: ['title'] },
  details: { actor: 'ada@site.example', address: '192.0.2.1', name: 'A post', before: { title: 'First' }, after: { title: 'Second' } },
  ...changes,
});
const failed = entry({
  number: 8,
  category: 'security',
  action: 'account.sign-in',
  outcome: 'failed',
  actorId: '',
  actorRole: '',
  facts: { reason: 'unauthorized' },
});
const erased = entry({ number: 9, details: null });

const visit = async (role: Role = 'admin') => {
  const matches = (row: AuditEntry, { category }: Readonly<Record<string, string | undefined>>) => category === undefined || row.category === category;
  const stub = hostServicesStub({
    responses: [[listAuditPage, serveList([entry(), failed, erased], { matches })]],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/audit', stub);
  await screen.findByRole('heading', { level: 1, name: 'Activity log' });
  return { stub, ...view };
};
const rows = () =>
  within(screen.getByRole('table', { name: 'Activity log' }))
    .getAllByRole('row')
    .slice(1);

describe('AuditPage', () => {
  it('PRIV-04 shows who did what, with the values before and after', async () => {
    await visit();

    const [first, second, third] = rows().map(({ textContent }) => textContent);
    for (const text of ['Post: changed', '22 Nov 2026, 11:00:00', 'ada@site.example', 'A post', 'title: First → Second']) expect(first).toContain(text);
    for (const text of ['Account: signed in (failed)', 'Not signed in', 'reason: unauthorized']) expect(second).toContain(text);
    expect(third).toContain('Erased');
  });

  it('PRIV-04 describes added and removed values, entries without changes and actions of the server', () => {
    const details = { actor: '', address: '', name: '', before: {}, after: {} };
    expect(describeChanges(entry({ details: { ...details, after: { title: 'First', is_disabled: '0' } } }))).toEqual(['title: First', 'is disabled: 0']);
    expect(describeChanges(entry({ details: { ...details, before: { title: 'First' }, after: { title: '' } } }))).toEqual(['title: First → (empty)']);
    expect(describeChanges(entry({ facts: {}, details }))).toEqual([]);
    expect(describeActor(entry({ action: 'server.backup', actorId: '', actorRole: '' }))).toBe('The server');
  });

  it.each([
    ['Content and photos: exported', 'content.export'],
    ['Content and photos: imported', 'content.import'],
    ['Link: check requested', 'link.check'],
  ])('PRIV-04 shows “%s” for %s', (words, action) => {
    expect(describeAction({ action, outcome: 'done' })).toBe(words);
  });

  it('PRIV-04 filters by category', async () => {
    const { user, stub } = await visit();

    await user.click(screen.getByRole('button', { name: 'Security' }));

    expect(await screen.findByText('1 of 3 entries')).toBeInTheDocument();
    expect(stub.getCalls(listAuditPage).at(-1)?.query).toMatchObject({ category: 'security' });
  });

  it('PRIV-04 exports all values', () => {
    const [, line = '', other = ''] = toAuditCsv([entry(), erased]).split('\r\n');

    expect(line).toContain('"7","2026-11-22T10:00:00.000Z","ada@site.example","editor","post.update","done","post","p1","A post","192.0.2.1"');
    expect(other).toContain('"Erased"');
  });
});
