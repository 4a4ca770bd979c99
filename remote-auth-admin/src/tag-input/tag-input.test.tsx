import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { TagInput } from './tag-input.tsx';

const TOPICS = {
  tags: [
    { text: 'exams', count: 12 },
    { text: 'Ìlera', count: 3 },
  ],
  load: () => {},
};

const TagForm = ({ initial, onChange }: { readonly initial: string; readonly onChange: (value: string) => void }) => {
  const [value, setValue] = useState(initial);
  const handleChange = (next: string) => {
    onChange(next);
    setValue(next);
  };
  return <TagInput topics={TOPICS} label="Tags" name="tags" value={value} onChange={handleChange} />;
};

const setUp = (initial = '') => {
  const onChange = jest.fn();
  render(<TagForm initial={initial} onChange={onChange} />);
  return { onChange, user: userEvent.setup(), input: screen.getByRole('combobox', { name: 'Tags' }) };
};

const shownTags = () => {
  const list = screen.queryByRole('list', { name: 'Tags' });
  return list === null
    ? []
    : within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
};

describe('TagInput', () => {
  it('TAG-01 shows the tags of the text', () => {
    setUp('a, ,b ');
    expect(shownTags()).toEqual(['a', 'b']);
  });

  it('TAG-02 TAG-04 adds a tag on Enter, comma and blur, and reports the joined text each time', async () => {
    const { onChange, user, input } = setUp();
    await user.type(input, '  exams{Enter}sleep,mentors');
    await user.tab();

    expect(onChange.mock.calls).toEqual([['exams'], ['exams, sleep'], ['exams, sleep, mentors']]);
    expect(shownTags()).toEqual(['exams', 'sleep', 'mentors']);
    expect(input).toHaveProperty('value', '');
  });

  it('suggests existing tags with their counts, which can be chosen with the arrow keys', async () => {
    const { user, input } = setUp();
    await user.type(input, 'ile');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Ìlera3']);
    await user.keyboard('{ArrowDown}{Enter}');

    expect(shownTags()).toEqual(['Ìlera']);
    expect(input).toHaveProperty('value', '');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  it('TAG-02 ignores blanks and existing tags', async () => {
    const { onChange, user, input } = setUp('exams');
    await user.type(input, '   {Enter},exams{Enter}exams,');

    expect(onChange).not.toHaveBeenCalled();
    expect(input).toHaveProperty('value', '');
  });

  it('TAG-02 does not submit the form on Enter', async () => {
    const onSubmit = jest.fn();
    render(
      <form onSubmit={onSubmit}>
        <TagInput topics={TOPICS} label="Tags" name="tags" value="" onChange={() => {}} />
      </form>,
    );
    await userEvent.setup().type(screen.getByRole('combobox', { name: 'Tags' }), 'exams{Enter}{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('TAG-02 accepts a pasted list', async () => {
    const { user, input } = setUp();
    await user.click(input);
    await user.paste('a, b,, c ');
    expect(shownTags()).toEqual(['a', 'b', 'c']);
  });

  it('TAG-03 removes the last tag on Backspace only if the field is empty', async () => {
    const { onChange, user, input } = setUp('a, b');
    await user.type(input, 'x{Backspace}');
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{Backspace}');
    expect(onChange.mock.calls).toEqual([['a']]);
  });

  it('TAG-04 removes a tag by its button and returns the focus to the field', async () => {
    const { onChange, user, input } = setUp('a, b, c');
    await user.click(screen.getByRole('button', { name: 'Remove b' }));

    expect(onChange.mock.calls).toEqual([['a, c']]);
    expect(input).toHaveFocus();
  });

  it('TAG-05 has a hint', () => {
    const { input } = setUp();
    expect(input).toHaveProperty('placeholder', 'Enter tags separated by comma');
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Press enter or comma to add a tag');
  });
});
