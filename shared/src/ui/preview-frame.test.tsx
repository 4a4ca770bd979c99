import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { PreviewFrame } from './preview-frame.tsx';

const open = () => {
  const view = render(
    <MemoryRouter>
      <PreviewFrame>
        <h1>A draft</h1>
      </PreviewFrame>
    </MemoryRouter>,
  );
  return { ...view, user: userEvent.setup() };
};
const getFrame = () => screen.getByTitle<HTMLIFrameElement>('Preview at phone width');
const getContent = () => getFrame().contentDocument ?? document;
const addStyle = (text: string): void => {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
};

describe('the width of a preview', () => {
  afterEach(() => {
    document.head.replaceChildren();
    delete document.documentElement.dataset.theme;
  });

  it('STAFF-03 is as wide as the window, or as a phone in a separate document', async () => {
    const { user } = open();
    expect(screen.getByRole('button', { name: 'Full width', pressed: true })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Phone', pressed: false }));
    await waitFor(() => expect(within(getContent().body).getByRole('heading', { level: 1 })).toHaveTextContent('A draft'));
    expect(screen.queryByText('A draft')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Preview at phone width');

    await user.click(screen.getByRole('button', { name: 'Full width' }));
    expect(screen.getByText('A draft')).toBeInTheDocument();
    expect(document.querySelector('iframe')).not.toBeInTheDocument();
  });

  it("STAFF-03 uses the page's styles and theme at phone width, even after they change", async () => {
    addStyle('h1 { color: red }');
    document.documentElement.dataset.theme = 'light';
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Phone' }));
    await waitFor(() => expect(within(getContent().body).getByText('A draft')).toHaveStyle({ color: 'rgb(255, 0, 0)' }));
    expect(getContent().documentElement).toHaveAttribute('data-theme', 'light');

    addStyle('h1 { top: 1px }');
    document.documentElement.dataset.theme = 'dark';
    await waitFor(() => expect(getContent().documentElement).toHaveAttribute('data-theme', 'dark'));
    expect(within(getContent().body).getByText('A draft')).toHaveStyle({ top: '1px' });
    expect([...getContent().head.querySelectorAll('style')].map(({ textContent }) => textContent)).toEqual(['h1 { color: red }', 'h1 { top: 1px }']);
  });
});
