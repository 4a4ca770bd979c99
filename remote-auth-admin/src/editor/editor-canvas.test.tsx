import { render, screen } from '@testing-library/react';
import { InlineTextField } from './editor-canvas.tsx';

describe('the title in the editor', () => {
  it('NS-05 counts an emoji as one character, and accepts as many characters as the schema', () => {
    const show = (value: string) => (
      <InlineTextField label="Title" name="title" value={value} error={undefined} maxLength={140} variant="title" onChange={() => {}} />
    );
    const { rerender } = render(show('😀'.repeat(111)));
    expect(screen.queryByText(/characters/)).not.toBeInTheDocument();
    expect(screen.getByLabelText('Title')).not.toHaveAttribute('maxlength');

    rerender(show('😀'.repeat(112)));
    expect(screen.getByText('28 characters left')).toBeInTheDocument();
    rerender(show(`${'😀'.repeat(140)}!`));
    expect(screen.getByText('1 characters too many')).toBeInTheDocument();
  });
});
