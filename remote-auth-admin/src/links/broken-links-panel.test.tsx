import { checkLinks } from '@site/shared/contracts/link';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { BrokenLinksPanel } from './broken-links-panel.tsx';

const CONTENT = '<p><a href="/news/gone">Read</a> <a href="/volunteer">Join</a> <a href="/nowhere">Ask</a></p>';
const CHECK_RESULT = {
  broken: [{ href: '/news/gone', text: 'Read', fault: 'in-trash' as const, title: 'The hub opens' }],
  pages: [
    { href: '/volunteer', text: 'Join', path: '/volunteer' },
    { href: '/nowhere', text: 'Ask', path: '/nowhere' },
  ],
  external: [{ href: 'https://partner.example/x#part', text: 'Partner', reason: 'http' as const, httpStatus: 404 }],
};

const Editor = ({ content, checked = CHECK_RESULT }: { readonly content: string; readonly checked?: typeof CHECK_RESULT }) => {
  const [services] = useState(() => hostServicesStub({ responses: [[checkLinks, checked]] }));
  return <BrokenLinksPanel services={services} kind="post" content={content} />;
};

const requests: string[] = [];
beforeEach(() => {
  requests.length = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    requests.push(`${init?.method} ${String(input)} ${init?.credentials}`);
    return new Response(null, { status: input === '/nowhere' ? 404 : 200 });
  });
});
afterEach(() => jest.restoreAllMocks());

describe('the panel of broken links', () => {
  it('STAFF-18 lists broken links to documents, pages of this site and other sites', async () => {
    render(<Editor content={CONTENT} />);

    expect(await screen.findByRole('heading', { name: '3 broken links' })).toBeInTheDocument();
    const [gone, missing, partner] = within(screen.getByRole('status')).getAllByRole('listitem');
    expect(gone).toHaveTextContent('Read/news/gone“The hub opens” is in the trash.');
    expect(missing).toHaveTextContent('Ask/nowhereThere is no page at this URL.');
    expect(partner).toHaveTextContent('Partnerhttps://partner.example/x#partPage not found (404).');
    // The panel sends requests without credentials, as a visitor would.
    expect(requests).toEqual(['HEAD /volunteer omit', 'HEAD /nowhere omit']);
  });

  it('STAFF-18 shows nothing if all links work, and sends no requests for a text without links', async () => {
    const { rerender } = render(<Editor content={CONTENT} checked={{ broken: [], pages: [], external: [] }} />);
    rerender(<Editor content="<p>No link</p>" checked={{ broken: [], pages: [], external: [] }} />);

    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(requests).toEqual([]);
  });

  it('STAFF-18 checks the text again after the next save', async () => {
    const { rerender } = render(<Editor content={CONTENT} />);
    await screen.findByRole('heading', { name: '3 broken links' });
    rerender(<Editor content="<p>No link</p>" />);

    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  });
});
