import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { EmptyState } from './empty-state.tsx';
import { PageFailure } from './page-failure.tsx';
import { Spinner } from './spinner.tsx';

describe('EmptyState', () => {
  it('ERR-03 has a default message', () => {
    render(<EmptyState />);

    expect(screen.getByRole('heading', { name: 'No Content Found' })).toBeInTheDocument();
    expect(screen.getByText('There are no items to display at the moment.')).toBeInTheDocument();
  });

  it('accepts a title and a message', () => {
    render(<EmptyState title="No Programs Available" message="Please check back soon!" />);

    expect(screen.getByRole('heading', { name: 'No Programs Available' })).toBeInTheDocument();
    expect(screen.queryByText('There are no items to display at the moment.')).not.toBeInTheDocument();
  });
});

describe('PageFailure', () => {
  it('says what failed, and retries', async () => {
    const retry = jest.fn();
    render(<PageFailure title="Failed to load news" onRetry={retry} />);

    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));

    expect(screen.getByRole('alert').textContent).toContain('Failed to load news');
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

describe('Spinner', () => {
  it('announces that content is loading', () => {
    render(<Spinner label="Loading events" />);

    expect(screen.getByRole('status').textContent).toBe('Loading events');
  });
});
