import { parseAgenda } from './event-agenda.ts';

describe('parseAgenda', () => {
  it.each([
    ['4:00 PM Doors open', '4:00 PM', 'Doors open'],
    ['16:00 - 17:30: Film', '16:00 to 17:30', 'Film'],
    ['4pm – 5 p.m. Film', '4pm to 5 p.m.', 'Film'],
    ['9.30 am, Tea', '9.30 am', 'Tea'],
    ['Saturday', '', 'Saturday'],
    ['3 questions for everyone', '', '3 questions for everyone'],
    ['4 to 6 people per table', '', '4 to 6 people per table'],
    ['4:00 PM', '', '4:00 PM'],
  ])('reads "%s"', (line, time, text) => {
    expect(parseAgenda(line)).toEqual([{ line: 0, time, text }]);
  });

  it('returns an item for each line, except for empty lines', () => {
    expect(parseAgenda('\n 4:00 PM One \r\n\r\nTwo\n')).toEqual([
      { line: 0, time: '4:00 PM', text: 'One' },
      { line: 1, time: '', text: 'Two' },
    ]);
    expect(parseAgenda('')).toEqual([]);
  });
});
