import { getPost } from '@site/shared/contracts/post';
import { getDocumentDraft, getVersion, listVersions, putDocumentDraft } from '@site/shared/contracts/version';
import { postFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, waitFor } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const SAVED_AT = '2026-11-21T11:00:00.000Z';
const post = { ...postFixture({ _id: 'p1', title: 'Now' }), updatedAt: SAVED_AT };
const version = (number: number, title: string) => ({
  kind: 'post' as const,
  number,
  savedAt: SAVED_AT,
  savedBy: 'Ada',
  act: 'saved' as const,
  status: 'published' as const,
  title,
  changed: ['title'],
  isErased: false,
});

const visit = async (draft: { base: string; fields: Record<string, string>; savedAt: string } | null) => {
  const stub = hostServicesStub({
    responses: [
      [getPost, post],
      [listVersions, [version(2, 'Now'), version(1, 'Before')]],
      [getVersion, { ...version(1, 'Before'), fields: { title: 'Before' }, imageId: '', image: '' }],
      [getDocumentDraft, draft],
      // The provider rejects the draft, so the screen stays open.
      [putDocumentDraft, apiError('server')],
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/posts/p1/history', stub);
  await screen.findByRole('heading', { level: 1, name: 'History of “Now”' });
  await view.user.click(screen.getByRole('button', { name: /^Restore as draft/ }));
  return { ...view, getPuts: () => stub.getCalls(putDocumentDraft) };
};

describe('restoring a version', () => {
  it('NS-21 stores the version as a draft at once if there is no draft', async () => {
    const { getPuts } = await visit(null);
    await waitFor(() => expect(getPuts()).toMatchObject([{ body: { base: SAVED_AT, fields: { title: 'Before' }, isRestored: true } }]));
  });

  it('NS-22 replaces unsaved changes only after confirmation', async () => {
    const { user, getPuts } = await visit({ base: SAVED_AT, fields: { title: 'Typed' }, savedAt: SAVED_AT });
    await screen.findByRole('dialog', { name: 'Replace your unsaved changes?' });
    expect(getPuts()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(getPuts()).toHaveLength(1));
  });
});
