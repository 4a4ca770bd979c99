import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StaffDialog } from './staff-dialog.tsx';

describe('a dialog in a browser without modal dialogs', () => {
  const { showModal } = HTMLDialogElement.prototype;
  beforeEach(() => void Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
  afterEach(() => void Object.assign(HTMLDialogElement.prototype, { showModal }));

  it('is marked as modal, closes with Escape and restores the focus', async () => {
    const close = jest.fn();
    const openButton = <button type="button">Open</button>;
    const { rerender } = render(openButton);
    screen.getByRole('button', { name: 'Open' }).focus();
    rerender(
      <>
        {openButton}
        <StaffDialog title="Leave?" onClose={close}>
          <button type="button">Stay</button>
        </StaffDialog>
      </>,
    );

    expect(screen.getByRole('dialog', { name: 'Leave?' })).toHaveAttribute('aria-modal', 'true');
    expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(1);
    rerender(openButton);
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });
});
