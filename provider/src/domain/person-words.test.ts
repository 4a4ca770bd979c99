import { findPassage, mayMentionPerson, toPersonPhrases } from './person-words.ts';

const UNKNOWN_PERSON = { email: '', phone: '', name: '' };
const find = (text: string, person: Partial<typeof UNKNOWN_PERSON>) => findPassage([text], toPersonPhrases({ ...UNKNOWN_PERSON, ...person }));
const getMatch = (text: string, person: Partial<typeof UNKNOWN_PERSON>) => find(text, person)?.excerpt.find(({ isMatch }) => isMatch)?.text;

describe('a passage that names a person', () => {
  it.each([
    ['by Amaka Okonkwo', 'Amaka Okonkwo'],
    ['AMAKA\nOKONKWO’s', 'AMAKA OKONKWO'],
    ['Àmáká Ọkọ́nkwọ̀ spoke', 'Àmáká Ọkọ́nkwọ̀'],
    ['["one","Amaka Okonkwo","two"]', 'Amaka Okonkwo'],
    ['<p>Amaka <strong>Okonkwo</strong></p>', 'Amaka Okonkwo'],
    ['<img src="/a.png" alt="Amaka &amp; Amaka Okonkwo">', 'Amaka Okonkwo'],
    ['<img src="/a.png" alt="Photo" title="Amaka Okonkwo">', 'Amaka Okonkwo'],
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
    for (const text of ['<a href="mailto:Obi@site.example">Text</a>', 'Write to obi@site.example. Thanks', 'Write to obi@site.example or call', email])
      expect(find(text, { email })).toMatchObject({ isExact: true });
    for (const text of ['ann.obi@site.example', 'ann+obi@site.example', 'obi@site.example.com', 'obi site example', 'ann.obi@site.example, Obi'])
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

  it.each([
    ['a short text', 'Ask Amaka today', ['Ask ', 'Amaka', ' today']],
    ['a text that is the name', 'Amaka', ['Amaka']],
    ['one word before the name that is too long', `${'x'.repeat(70)} Amaka`, ['…', 'Amaka']],
    ['one word after the name that is too long', `Amaka ${'x'.repeat(130)}`, ['Amaka', '…']],
    ['60 characters before the name', `${'x'.repeat(59)} Amaka`, [`${'x'.repeat(59)} `, 'Amaka']],
    ['a list', '["one","Amaka","two"]', ['one, ', 'Amaka', ', two']],
    ['a text that quotes a list', 'See ["Amaka"]', ['See ["', 'Amaka', '"]']],
    ['120 characters after the name', `Amaka ${'x'.repeat(119)}`, ['Amaka', ` ${'x'.repeat(119)}`]],
  ])('PRIV-10 is shown with the text around it: %s', (_, text, parts) => {
    const excerpt = find(text, { name: 'Amaka' })?.excerpt ?? [];
    expect(excerpt.map((part) => part.text)).toEqual(parts);
    expect(excerpt.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'Amaka', isMatch: true }]);
  });

  it('PRIV-10 has also the names from applications, and an exact match before another', () => {
    const words = toPersonPhrases({ ...UNKNOWN_PERSON, email: 'obi@site.example', name: 'Obi' }, ['Obinna Eze', 'Obi']);
    expect(words).toHaveLength(3);
    expect(findPassage(['By Obinna Eze'], words)).toMatchObject({ isExact: false });
    expect(findPassage(['By Obi', 'obi@site.example'], words)).toMatchObject({ isExact: true });
    expect(findPassage(['By Obi', 'By Obinna Eze'], words)?.excerpt).toEqual([
      { text: 'By ', isMatch: false },
      { text: 'Obi', isMatch: true },
    ]);
    expect(findPassage(['By Ada'], words)).toBeUndefined();
    expect(toPersonPhrases(UNKNOWN_PERSON)).toEqual([]);
  });

  it('PRIV-10 is found quickly: a text without the letters of any name is not read', () => {
    const words = toPersonPhrases({ ...UNKNOWN_PERSON, name: 'Amaka Okonkwo' });
    expect(mayMentionPerson('{"by":"OKONKWO, Àmáká"}', words)).toBe(true);
    expect(mayMentionPerson('By Amaka', words)).toBe(false);
  });
});
