import { render, screen } from '@testing-library/react';
import { PROGRAMS } from './programs-content.ts';
import { ProgramsGrid } from './programs-grid.tsx';

describe('the list of programs', () => {
  it.each([
    ['the error flag is set', PROGRAMS, true],
    ['the list is empty', [], false],
  ])('HOME-12 shows the empty state when %s', (_, programs, hasError) => {
    render(<ProgramsGrid programs={programs} hasError={hasError} />);

    expect(screen.getByRole('heading', { name: 'No Programs Available' })).toBeInTheDocument();
    expect(screen.getByText("We're currently developing our programs. Please check back soon!")).toBeInTheDocument();
  });
});
