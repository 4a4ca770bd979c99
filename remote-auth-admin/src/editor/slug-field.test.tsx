import { suggestSlug } from '@site/shared/contracts/writing';
import { hostServicesStub, type StubInput } from '@site/shared/testing/host-services-stub';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { SlugField } from './slug-field.tsx';

/** Creates slugs as the provider does. One slug is already taken. */
const suggest = ({ query }: StubInput) => {
  const text = String((query as { readonly text: string }).text);
  const slug = text.toLowerCase().replaceAll('ọ', 'o').replace(/\W+/g, '-');
  return slug === 'taken' ? { slug, isFree: false, suggestion: 'taken-2' } : { slug, isFree: true, suggestion: slug };
};

interface FormProps {
  readonly title?: string;
  readonly slug?: string;
  readonly isFrozen?: boolean;
}

const Form = ({ title: initialTitle = '', slug: initialSlug = '', isFrozen = false }: FormProps) => {
  const [services] = useState(() => hostServicesStub({ responses: [[suggestSlug, suggest]] }));
  const [title, setTitle] = useState(initialTitle);
  const [slug, setSlug] = useState(initialSlug);
  return (
    <>
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <SlugField
        services={services}
        kind="post"
        title={title}
        label="Slug"
        name="slug"
        value={slug}
        error={undefined}
        documentId={initialSlug === '' ? '' : 'post-1'}
        isFrozen={isFrozen}
        onChange={setSlug}
      />
    </>
  );
};

const field = () => screen.getByLabelText<HTMLInputElement>('Slug');

describe('SlugField', () => {
  it('NS-05 follows the title, folds its diacritics and shows the complete URL', async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.type(screen.getByLabelText('Title'), 'Ọmọ');
    expect(await screen.findByText('https://bettertomorrow.example/news/omo')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Title'), ' ọla');
    expect(await screen.findByText('https://bettertomorrow.example/news/omo-ola')).toBeInTheDocument();
  });

  it('NS-05 chooses the first available URL', async () => {
    const user = userEvent.setup();
    render(<Form />);
    await user.type(screen.getByLabelText('Title'), 'Taken');
    expect(await screen.findByDisplayValue('taken-2')).toBe(field());
  });

  it('NS-05 does not change an edited slug, and reports a taken slug while the user types', async () => {
    const user = userEvent.setup();
    render(<Form title="A day" slug="my-own" />);
    await user.clear(field());
    await user.type(field(), 'taken');
    expect(await screen.findByText('This URL is already in use; “taken-2” is available.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Title'), ' of hope');
    expect(field()).toHaveValue('taken');
  });

  it('NS-05 locks the slug of a public document until the user unlocks it', async () => {
    const user = userEvent.setup();
    render(<Form title="A day" slug="a-day" isFrozen />);
    await user.type(screen.getByLabelText('Title'), ' of hope');
    expect(field()).toHaveProperty('readOnly', true);
    await user.click(screen.getByRole('button', { name: 'Change the URL' }));
    expect(field()).toHaveProperty('readOnly', false);
    expect(field()).toHaveFocus();
    expect(screen.getByText('The old URL will redirect here.')).toBeInTheDocument();
    expect(field()).toHaveValue('a-day');
  });
});
