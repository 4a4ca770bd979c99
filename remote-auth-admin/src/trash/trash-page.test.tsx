import { restoreAlbum } from '@site/shared/contracts/gallery';
import { restoreLibraryImage } from '@site/shared/contracts/media';
import { restorePost } from '@site/shared/contracts/post';
import { listTrashPage } from '@site/shared/contracts/trash';
import { albumFixture, libraryImageFixture, postFixture, userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { serveList } from '../testing/serve-list.ts';

const trashedItems = [
  { kind: 'post', _id: 'p1', title: 'Exam season', deletedAt: '2026-11-20T09:00:00.000Z' },
  { kind: 'album', _id: 'p1', title: 'Schools', deletedAt: '2026-11-19T09:00:00.000Z' },
  { kind: 'media', _id: 'p1', title: '', deletedAt: '2026-11-19T09:00:00.000Z' },
];

describe('TrashPage', () => {
  it('NS-08 STAFF-08 restores each kind with its own endpoint', async () => {
    const stub = hostServicesStub({
      responses: [
        [listTrashPage, serveList(trashedItems)],
        [restorePost, postFixture()],
        [restoreAlbum, albumFixture()],
        [restoreLibraryImage, libraryImageFixture()],
      ],
      session: { token: 't', refreshToken: 'r', user: userFixture() },
    });
    await renderRoutes(createRoutes, '/admin/trash', stub);
    fireEvent.click(await screen.findByLabelText('Select all on this page'));
    stub.respond(listTrashPage, serveList([]));
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));

    expect(await screen.findByRole('heading', { name: 'The trash is empty' })).toBeInTheDocument();
    for (const endpoint of [restorePost, restoreAlbum, restoreLibraryImage]) expect(stub.getCalls(endpoint)).toEqual([{ params: { id: 'p1' } }]);
    expect(stub.getCalls(listTrashPage)[0]?.query).toMatchObject({ media: 'true' });
    expect(stub.toasts).toEqual([{ kind: 'success', message: '3 items restored' }]);
  });

  it('PRIV-30 lists restored items that were public before but are now hidden', async () => {
    const [post] = trashedItems.map((item) => ({ ...item, wasPublic: true }));
    const stub = hostServicesStub({
      responses: [
        [listTrashPage, serveList([post])],
        [restorePost, postFixture({ status: 'draft' })],
      ],
      session: { token: 't', refreshToken: 'r', user: userFixture() },
    });
    await renderRoutes(createRoutes, '/admin/trash', stub);
    fireEvent.click(await screen.findByLabelText('Select all on this page'));
    stub.respond(listTrashPage, serveList([]));
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));

    await screen.findByRole('heading', { name: 'The trash is empty' });
    expect(stub.toasts[0]?.message).toBe(
      '1 item restored. Not published: “Exam season”. Photo consent or another requirement is missing. Open each one to see what is missing.',
    );
  });
});
