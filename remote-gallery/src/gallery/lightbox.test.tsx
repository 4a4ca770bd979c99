import { listAlbums, listPublishedImages } from '@site/shared/contracts/gallery';
import { albumFixture, imageFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const images = (count: number) =>
  Array.from({ length: count }, (_, index) => imageFixture({ _id: `image-${index}`, title: `Photo ${index}`, alt: `Scene ${index}` }));

const openGallery = async (path: string, count = 3) => {
  const services = hostServicesStub({
    responses: [
      [listAlbums, [albumFixture()]],
      [listPublishedImages, images(count)],
    ],
  });
  const view = await renderRoutes(createRoutes, path, services);
  return { ...view, services };
};

const dialog = () => screen.getByRole('dialog');
const tile = (index: number) => screen.getByRole('link', { name: new RegExp(`Photo ${index} `) });

describe('Lightbox', () => {
  it('opens from a tile as a modal dialog with title, date, album and position', async () => {
    const { user, services } = await openGallery('/gallery');

    await user.click(screen.getByText('Photo 1'));

    const content = within(dialog());
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 2 of 3');
    expect(dialog().dataset.modal).toBe('');
    expect(content.getByText('Photo 1')).toBeInTheDocument();
    expect(content.getByText('October 3, 2026 · Schools')).toBeInTheDocument();
    expect(content.getByText('2 of 3')).toBeInTheDocument();
    // The images are already on the page, so the lightbox requests nothing.
    expect(services.getCalls(listPublishedImages)).toHaveLength(1);
  });

  it('opens, and closes on Escape, in browsers without modal dialogs', async () => {
    const { showModal, close } = HTMLDialogElement.prototype;
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'close');
    try {
      const { user, unmount } = await openGallery('/gallery');

      await user.click(screen.getByText('Photo 1'));
      expect(dialog()).toHaveAttribute('role', 'dialog');
      expect(screen.getByRole('button', { name: 'Next photo' })).toHaveFocus();

      await user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      unmount();
    } finally {
      Object.assign(HTMLDialogElement.prototype, { showModal, close });
    }
  });

  it('steps with buttons and arrow keys, and stops at the ends', async () => {
    const { user } = await openGallery('/gallery?photo=image-0');
    expect(screen.getByRole('button', { name: 'Previous photo' })).toHaveAttribute('aria-disabled', 'true');

    await user.click(screen.getByRole('button', { name: 'Next photo' }));
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 2 of 3');

    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 3 of 3');

    await user.keyboard('{ArrowLeft}');
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 2 of 3');
  });

  it('steps to the first and last photo of the page with Home and End', async () => {
    const { user } = await openGallery('/gallery?photo=image-1');

    await user.keyboard('{End}');
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 3 of 3');

    await user.keyboard('{Home}');
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 1 of 3');
  });

  it('steps by swiping', async () => {
    await openGallery('/gallery?photo=image-1');
    fireEvent.touchStart(dialog(), { touches: [{ clientX: 200, clientY: 100 }] });
    fireEvent.touchEnd(dialog(), { changedTouches: [{ clientX: 100, clientY: 110 }] });
    expect(await screen.findByRole('dialog', { name: 'Photo 3 of 3' })).toBeInTheDocument();
  });

  it('steps to the next page of a large album', async () => {
    const { user } = await openGallery('/gallery?photo=image-35', 40);
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 36 of 40');

    await user.click(screen.getByRole('button', { name: 'Next photo' }));

    expect(await screen.findByRole('dialog', { name: 'Photo 37 of 40' })).toBeInTheDocument();
  });

  it('opens the page that contains the image of a shared link', async () => {
    await openGallery('/gallery?photo=image-38', 40);
    expect(dialog()).toHaveAttribute('aria-label', 'Photo 39 of 40');
  });

  it.each([
    ['Escape', { key: '{Escape}' }],
    ['the button', { button: 'Close' }],
  ])('closes with %s and returns the focus to the tile of the last image', async (_, { key, button }: { key?: string; button?: string }) => {
    const { user, router } = await openGallery('/gallery');
    await user.click(tile(0));
    await user.keyboard('{ArrowRight}');

    if (key !== undefined) await user.keyboard(key);
    if (button !== undefined) await user.click(screen.getByRole('button', { name: button }));

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(tile(1)).toHaveFocus();
    expect(router.state.location.search).toBe('');
  });

  it('copies the public URL of the image', async () => {
    const { user, services } = await openGallery('/gallery?photo=image-1');
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe('https://bettertomorrow.example/gallery?photo=image-1');
    expect(services.toasts.map(({ message }) => message)).toEqual(['Link copied']);
  });

  it('is not rendered for an unknown image', async () => {
    await openGallery('/gallery?photo=gone');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
