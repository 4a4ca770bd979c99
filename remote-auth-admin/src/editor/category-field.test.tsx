import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { CategoryField } from './category-field.tsx';

const TOPICS = {
  categories: [
    { text: 'Schools', count: 12 },
    { text: 'Ọgbà & Hubs', count: 3 },
  ],
  tags: [],
  load: () => {},
};

const Form = () => {
  const [value, setValue] = useState('');
  const field = { label: 'Category', name: 'category', value, error: undefined, maxLength: 60, onChange: () => {} };
  return <CategoryField topics={TOPICS} field={field} onChange={setValue} />;
};

const enter = async (text: string) => {
  const user = userEvent.setup();
  render(<Form />);
  await user.type(screen.getByLabelText('Category'), text);
  return user;
};

describe('the category of a post', () => {
  it('STAFF-20 suggests the intended category when a misspelt one loses the focus, and fills it in', async () => {
    const user = await enter('Shcools');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.tab();

    expect(screen.getByRole('status')).toHaveTextContent('“Shcools” is a new category. Did you mean “Schools”?');
    await user.click(screen.getByRole('button', { name: 'Use “Schools”' }));
    expect(screen.getByLabelText('Category')).toHaveValue('Schools');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('STAFF-20 suggests a category that differs only in case or diacritics', async () => {
    const user = await enter('ogba & hubs');
    await user.tab();

    expect(screen.getByRole('button', { name: 'Use “Ọgbà & Hubs”' })).toBeInTheDocument();
  });

  it('STAFF-20 says that an unknown category is new', async () => {
    const user = await enter('Recovery');
    await user.tab();

    expect(screen.getByRole('status')).toHaveTextContent(/^“Recovery” is a new category\.$/);
  });

  it('STAFF-20 shows no message for a category in use', async () => {
    const user = await enter('Schools');
    await user.tab();

    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
});
