import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ErrorSummary } from './error-summary.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from './field.tsx';

describe('fields', () => {
  it('name their control, and describe it with the hint and then the error', () => {
    render(<TextField name="email" label="Email" hint="We only use your email address to reply to you." error="Invalid email address" />);

    const control = screen.getByLabelText('Email');
    const described = control
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toEqual(['We only use your email address to reply to you.', 'Invalid email address']);
    expect(control).toHaveAttribute('aria-invalid', 'true');
  });

  it('say "(optional)" only for optional fields', () => {
    render(
      <>
        <TextAreaField name="skills" label="Skills" optional />
        <TextField name="name" label="Name" />
      </>,
    );

    expect(screen.getByRole('textbox', { name: 'Skills (optional)' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).not.toHaveAttribute('aria-invalid');
  });

  it('show the counter from four fifths of the limit', () => {
    const { rerender } = render(<TextAreaField name="m" label="Motivation" maxLength={10} value="1234567" onChange={() => {}} />);
    expect(screen.queryByText(/characters left/)).not.toBeInTheDocument();

    rerender(<TextAreaField name="m" label="Motivation" maxLength={10} value="12345678" onChange={() => {}} />);
    expect(screen.getByText('2 characters left')).toBeInTheDocument();
  });

  it('NS-05 count an emoji as one character, and state the number of excess characters', () => {
    const show = (count: number) => <TextField name="t" label="Title" maxLength={70} value={'😀'.repeat(count)} onChange={() => {}} />;
    const { rerender } = render(show(55));
    expect(screen.queryByText(/characters/)).not.toBeInTheDocument();
    // Browsers would cut the text after 35 emoji.
    expect(screen.getByLabelText('Title')).not.toHaveAttribute('maxlength');

    rerender(show(56));
    expect(screen.getByText('14 characters left')).toBeInTheDocument();
    rerender(show(70));
    expect(screen.getByText('0 characters left')).toBeInTheDocument();
    rerender(show(72));
    expect(screen.getByText('2 characters too many')).toBeInTheDocument();
  });

  it('show the empty option first', () => {
    render(<SelectField name="q" label="Qualification" emptyLabel="Select Qualification" options={[{ value: 'degree', label: 'Degree' }]} />);

    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Select Qualification', 'Degree']);
  });

  it('check a checkbox by its label', async () => {
    render(<CheckboxField name="remember" label="Remember me" />);

    await userEvent.setup().click(screen.getByText('Remember me'));

    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
  });
});

describe('ErrorSummary', () => {
  const errors = [{ field: 'email', message: 'Enter your email address' }];
  const form = (attempt: number) => (
    <>
      <ErrorSummary errors={attempt === 0 ? [] : errors} attempt={attempt} />
      <TextField name="email" label="Email" />
    </>
  );

  it('takes the focus when it appears, and again at the next submission', () => {
    const { rerender } = render(form(0));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    rerender(form(1));
    expect(screen.getByRole('alert')).toHaveFocus();

    screen.getByLabelText('Email').focus();
    rerender(form(2));
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it('links to the field', async () => {
    render(form(1));
    expect(screen.getByRole('heading', { name: 'There is a problem' })).toBeInTheDocument();

    await userEvent.setup().click(screen.getByRole('link', { name: 'Enter your email address' }));

    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});
