import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ShareRow } from './share-row.tsx';

const renderRow = (share: () => Promise<void>) => {
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const notify = { success: jest.fn(), error: jest.fn() };
  render(
    <ShareRow
      label="Share this article"
      title="Facts before fear"
      path="/news/facts"
      services={{ notify, site: { siteUrl: 'https://bettertomorrow.example' } as never }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  return notify;
};

describe('ShareRow', () => {
  afterEach(() => Reflect.deleteProperty(navigator, 'share'));

  it('says that the share menu failed, without mentioning copying', async () => {
    const notify = renderRow(() => Promise.reject(new DOMException('No', 'NotAllowedError')));
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('The share menu did not open'));
  });

  it('shows no message when the visitor closes the share menu', async () => {
    const share = jest.fn(() => Promise.reject(new DOMException('No', 'AbortError')));
    const notify = renderRow(share);
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
    expect(notify.error).not.toHaveBeenCalled();
  });
});
