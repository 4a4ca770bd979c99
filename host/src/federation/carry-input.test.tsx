import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { captureFormState } from './carry-input.ts';

const Form = () => {
  const [name, setName] = useState('');
  const [isReady, setIsReady] = useState(false);
  return (
    <form>
      <input name="name" aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <textarea name="text" aria-label="Text" />
      <select name="city" aria-label="City">
        <option>Abuja</option>
        <option>Lagos</option>
      </select>
      <input type="checkbox" name="ready" aria-label="Ready" checked={isReady} onChange={() => setIsReady(!isReady)} />
      <input type="radio" name="size" value="s" aria-label="Small" />
      <input type="radio" name="size" value="l" aria-label="Large" />
      <input type="hidden" name="token" value="new" />
      <output>
        {name} {String(isReady)}
      </output>
    </form>
  );
};

describe('captureFormState', () => {
  it("REL-07 restores the visitor's input in the new fields, including fields that React controls", () => {
    const oldArea = document.createElement('div');
    oldArea.innerHTML = `<input name="name"><textarea name="text"></textarea><select name="city"><option>Abuja</option><option>Lagos</option></select>
      <input type="checkbox" name="ready"><input type="radio" name="size" value="s"><input type="radio" name="size" value="l">
      <input type="hidden" name="token" value="old"><input name="gone" value="x">`;
    const enter = (name: string, value: string): void => {
      const field = oldArea.querySelector(`[name=${name}]`);
      if (field !== null) Object.assign(field, { value });
    };
    enter('name', 'Ada');
    enter('text', 'Somebody once listened.');
    enter('city', 'Lagos');
    for (const field of oldArea.querySelectorAll<HTMLInputElement>('[name=ready], [value=l]')) field.checked = true;

    const restore = captureFormState(oldArea);
    const { container } = render(<Form />);
    act(() => restore(container));

    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    expect(screen.getByLabelText('Text')).toHaveValue('Somebody once listened.');
    expect(screen.getByLabelText('City')).toHaveValue('Lagos');
    expect(screen.getByLabelText('Ready')).toBeChecked();
    expect(screen.getByLabelText('Large')).toBeChecked();
    expect(screen.getByText('Ada true')).toBeInTheDocument();
    expect(container.querySelector('[name=token]')).toHaveValue('new');
  });
});
