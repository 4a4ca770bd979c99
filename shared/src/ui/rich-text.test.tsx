import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { LIMITS } from '../domain/limits.ts';
import { parseRichText } from '../domain/parse-rich-text.ts';
import { RichText } from './rich-text.tsx';

const show = (html: string) => {
  const element = <RichText nodes={parseRichText(html, 'https://site.example')} />;
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
};

describe('RichText', () => {
  it('starts headings below the page heading', () => {
    show('<h1>One</h1><h4>Two</h4><h1>Three</h1>');
    expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual(['H2 One', 'H3 Two', 'H2 Three']);
  });

  it('marks only external links', () => {
    show('<p><a href="https://example.org/x">out</a> <a href="https://site.example/news">in</a> <a href="/img/upload/a.webp">file</a></p>');
    const externalLink = screen.getByRole('link', { name: 'out (opens in a new tab)' });
    expect([externalLink.getAttribute('target'), externalLink.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
    expect(screen.getByRole('link', { name: 'in' })).toHaveAttribute('href', '/news');
    expect(screen.getByRole('link', { name: 'file' }).hasAttribute('target')).toBe(false);
  });

  it('makes wide tables scrollable, even by keyboard', () => {
    show('<table><caption>Reached</caption><tr><th>Year</th></tr></table>');
    expect(screen.getByRole('group', { name: 'Reached' }).tabIndex).toBe(0);
  });

  it('loads a player only when its button is pressed, and moves the focus into it', async () => {
    show('<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Our film"></iframe>');
    expect(document.querySelector('iframe')).not.toBeInTheDocument();
    expect(screen.getByText(/player from YouTube \(www\.youtube-nocookie\.com\)/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Watch on YouTube (opens in a new tab)' })).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ');

    await userEvent.click(screen.getByRole('button', { name: 'Play Our film' }));

    const frame = screen.getByTitle('Our film');
    expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
    expect(frame).toHaveFocus();
  });

  it('names the button of a recording without a title', () => {
    show('<iframe src="https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl"></iframe>');
    expect(screen.getByRole('button', { name: 'Load recording' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Listen on Spotify (opens in a new tab)' })).toBeInTheDocument();
  });

  it.each([
    ['paragraphs', '<p>y</p>x'],
    ['links to other sites', '<a href="https://a.example/">y</a>'],
    ['pictures', '<img src="/img/upload/x.webp" alt="y">x'],
    ['players', '<iframe src="https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl"></iframe>x'],
    ['help boxes', '<aside class="help">x</aside>'],
    ['cells', '<table><tr><td>x</td></tr></table>'],
  ])('NS-10 fits into a page with the maximum number of %s in a text', (_what, element) => {
    const count = Math.min(Math.floor(LIMITS.textCharacters / element.length), Math.floor(LIMITS.textElements / (element.match(/<[a-z]/g)?.length ?? 1)));
    const html = renderToStaticMarkup(
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: <RichText nodes={parseRichText(element.repeat(count), 'https://site.example')} /> }])}
      />,
    );

    // A quarter of each limit must remain for the rest of the page.
    expect(html.length).toBeLessThan(LIMITS.htmlCharacters * 0.75);
    expect(html.match(/<[^>]*>|[^<]+/g)?.length).toBeLessThan(LIMITS.htmlTokens * 0.75);
  });
});
