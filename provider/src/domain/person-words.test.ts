import { findPassage, toPersonWords } from './person-words.ts';

const UNKNOWN = { email: '', phone: '', name: '' };
const find = (text: string, person: Partial<typeof UNKNOWN>) => findPassage([text], toPersonWords({ ...UNKNOWN, ...person }));
const getMatch = (text: string, person: Partial<typeof UNKNOWN>) => find(text, person)?.excerpt.find(({ isMatch }) => isMatch)?.text;

describe('a passage that names a person', () => {
  it.each([
    ['by Amaka Okonkwo', 'Amaka Okonkwo'],
    ['AMAKA\nOKONKWO’s', 'AMAKA OKONKWO'],
    ['Àmáká Ọkọ́nkwọ̀ spoke', 'Àmáká Ọkọ́nkwọ̀'],
    ['["one","Amaka Okonkwo","two"]', 'Amaka Okonkwo'],
    ['<p>Amaka <strong>Okonkwo</strong></p>', 'Amaka Okonkwo'],
    ['<img src="/a.png" alt="Amaka &amp; Amaka Okonkwo">', 'Amaka Okonkwo'],
  ])('PRIV-10 is found in %j', (text, match) => {
    expect(getMatch(text, { name: 'amaka okonkwo' })).toBe(match);
  });

  it.each(['Amakachi Okonkwo', 'Amaka Okonkwos', 'Okonkwo Amaka', 'Amaka B. Okonkwo', '<p class="Amaka Okonkwo">Text</p>'])(
    'PRIV-10 is not found in %j',
    (text) => {
      expect(find(text, { name: 'Amaka Okonkwo' })).toBeUndefined();
    },
  );

  it('PRIV-10 is exact for an email address as a whole and for a telephone number in any notation', () => {
    const email = 'obi@site.example';
    for (const text of ['<a href="mailto:Obi@site.example">Text</a>', 'Write to obi@site.example.', email])
      expect(find(text, { email })).toMatchObject({ isExact: true });
    for (const text of ['ann.obi@site.example', 'ann+obi@site.example', 'obi@site.example.com', 'obi site example'])
      expect(find(text, { email })).toBeUndefined();
    for (const text of ['+234 803 123 4567', '0803-123-4567', 'https://wa.me/2348031234567'])
      expect(find(text, { phone: '+2348031234567' })?.isExact).toBe(true);
    expect(find('Obi, or obi@site.example', { name: 'Obi', email })?.isExact).toBe(true);
  });

  it('PRIV-10 is shown with the text around it, cut between words', () => {
    const text = `${'before '.repeat(30)}Amaka${' after'.repeat(60)}`;
    const excerpt = find(text, { name: 'Amaka' })?.excerpt.map((part) => part.text) ?? [];
    expect(excerpt).toEqual([expect.stringMatching(/^…(?:before ){8}$/), 'Amaka', expect.stringMatching(/^(?: after){20}…$/)]);
  });
});
