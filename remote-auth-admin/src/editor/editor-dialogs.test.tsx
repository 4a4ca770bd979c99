import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { postEditorConfig } from '../posts/post-editor.tsx';
import { after, draftPost, load, NEXT_VERSION, save } from '../testing/editor-states.ts';
import { EditorDialog } from './editor-dialogs.tsx';
import { initialState } from './editor-state.ts';

const content = (...paragraphs: readonly string[]): string => paragraphs.map((text) => `<p>${text}</p>`).join('');
const base = { ...draftPost, title: 'Walk', content: content('One.', 'We met on Monday.', 'Three.', 'See you soon.') };

const show = (theirs: object, mine: Readonly<Record<string, string>>) => {
  const dispatch = jest.fn();
  const state = after(
    initialState(postEditorConfig, base),
    { type: 'changed', values: mine },
    save(),
    { type: 'saveFailed', error: { ...apiError('conflict'), savedBy: 'Ada Obi' }, isOnline: true },
    load({ ...base, ...theirs, updatedAt: NEXT_VERSION }),
  );
  const field = jest.fn();
  const editor = { config: postEditorConfig, state, getState: () => state, dispatch, field, valueField: field, getPlace: () => null, showPlace: jest.fn() };
  render(<EditorDialog services={hostServicesStub()} editor={editor} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Ada Obi saved first' }));
  return { dispatch, dialog, user: userEvent.setup(), marks: () => Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent) };
};

describe('the conflict dialog', () => {
  it('STAFF-07 asks about each paragraph that both have changed, and marks the words that differ', async () => {
    const { dialog, dispatch, user, marks } = show(
      { title: 'Their walk', content: content('One!', 'We met on Friday.', 'Three.', 'See you there.') },
      { content: content('One.', 'We met on Sunday.', 'Three.', 'See you here.') },
    );

    expect(dialog.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
      'Content (1 of 2)Ada ObiWe met on Friday.YoursWe met on Sunday.',
      'Content (2 of 2)Ada ObiSee you there.YoursSee you here.',
    ]);
    expect(marks()).toEqual(['Friday', 'Sunday', 'there', 'here']);
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Save my choice', 'Decide later']);

    await user.click(within(dialog.getByRole('group', { name: 'Content (2 of 2)' })).getByRole('radio', { name: /^Ada Obi/ }));
    await user.click(dialog.getByRole('button', { name: 'Save my choice' }));
    expect(dispatch.mock.calls).toEqual([[{ type: 'conflictDecided', taken: ['content-5'] }]]);
  });

  it('STAFF-07 says if only the formatting differs, and shows images', () => {
    const { dialog } = show(
      { content: `<figure><img src="/img/upload/a.webp" alt="A" /></figure>${content('We met on Monday.', '<b>Three.</b>', 'See you soon.')}` },
      { content: content('Two.', 'We met on Monday.', '<i>Three.</i>', 'See you soon.') },
    );

    const [first, second] = dialog.getAllByRole('group');
    expect(within(first as HTMLElement).getAllByAltText('In this text only')).toHaveLength(1);
    expect(second?.textContent).toContain('The wording is the same; headings, links or other formatting differ.');
  });
});
