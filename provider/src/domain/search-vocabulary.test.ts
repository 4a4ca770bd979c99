import vocabulary from './search-vocabulary.json';
import { isHelpWord, isKnownWord, readQuery, TOPIC_WORDS, toForms } from './search-vocabulary.ts';

const words = (query: string): string[] => query.split(' ');
const read = (query: string) => readQuery(words(query));

describe('the search vocabulary', () => {
  it('has each word in one topic', () => {
    const all = vocabulary.topics.flatMap((topic) => Object.values(topic.words ?? {}).flat());
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
  });

  it('OPS-09 shows help for danger, substances and help, whatever else is asked', () => {
    for (const query of ['igbo', 'my pikin dey smoke', 'i want to die', 'where is the helpline', 'mkpuru mmiri', 'vapers'])
      expect(read(query).answers).toEqual(['help']);
    expect(read('phone number for help').answers).toEqual(['help', 'contact']);
    expect(read('poems').answers).toEqual([]);
  });

  it('OPS-09 reads phrases before words, and leaves out words without a meaning', () => {
    expect(read('how can i get the bank account')).toMatchObject({ terms: [{ typed: [], isTopic: true }], pages: ['/donate'] });
    expect(read('my poem')).toMatchObject({ terms: [{ typed: ['poem'], isTopic: false }] });
    expect(read('how')).toMatchObject({ terms: [{ typed: ['how'] }] });
    expect(read('poem and i or nobody').terms.map(({ typed }) => typed)).toEqual([['poem']]);
    expect(read('nobody')).toMatchObject({ terms: [{ typed: ['nobody'] }] });
  });

  it('OPS-09 shows parents who fear for a child no form for schools or donations', () => {
    expect(read('my school').pages).toEqual(['/school-visit']);
    expect(read('my son was accused at school').pages).toEqual(['/help#parents', '/help']);
    expect(read('remove my child photo').pages[0]).toBe('/safeguarding');
    const names = vocabulary.topics.map(({ name }) => name);
    for (const { without = [] } of vocabulary.topics) expect(names).toEqual(expect.arrayContaining(without));
  });

  it('OPS-09 reads patterns, with a few other words between their parts, in their order', () => {
    for (const query of ['took plenty tablets', 'she don swallow the whole pack of tramadol', 'they have taken far too many small white pills'])
      expect(read(query).pages[0]).toBe('/help#too-much');
    expect(read('my 15 year old daughter').pages[0]).toBe('/help#parents');
    expect(read('tablets are many things that nobody ever took').pages).not.toContain('/help#too-much');
  });

  it('OPS-09 has pages in the order of their danger, and beside an urgent one only those that help', () => {
    const { pages } = read('my son say he will drink sniper at school');
    expect(pages).toEqual(['/help#wants-to-die', '/help#too-much', '/help#parents', '/help#substances']);
    expect(read('my friend took plenty tramadol and wants to die').pages.slice(0, 3)).toEqual(['/help#too-much', '/help#wants-to-die', '/help#friend']);
    expect(read('donate to drug users').pages).toEqual(['/help#substances', '/what-we-do', '/donate']);
  });

  it('OPS-09 looks only for what the urgent words mean', () => {
    expect(read('my daughter say she want to die job poetry').terms.filter(({ isTopic }) => !isTopic)).toEqual([]);
  });

  it('OPS-09 finds a call for help beside words that mean nothing', () => {
    for (const query of ['dead link', 'too much homework', 'my project is killing me', 'ice cream']) {
      expect(read(query)).toMatchObject({ answers: [], pages: [] });
      expect(read(`${query} i want to die`).pages[0]).toBe('/help#wants-to-die');
    }
  });

  it('OPS-09 ignores only the words of a harmless pattern', () => {
    for (const query of ['exam suicide killing me', 'private rape hospital', 'phone overdose died', 'blood suicide donation', 'too much tramadol money'])
      expect(read(query).answers).toContain('help');
  });

  it('OPS-09 never lets a topic hide an urgent one', () => {
    const urgentGroups = Object.entries(vocabulary.groups).flatMap(([name, group]) => ('isUrgent' in group ? [name] : []));
    const hiddenTopics = new Set(vocabulary.topics.flatMap((topic) => topic.without ?? []));
    expect(vocabulary.topics.filter(({ name, group }) => hiddenTopics.has(name) && urgentGroups.includes(group))).toEqual([]);
    expect(read('stop my monthly donation')).toMatchObject({ answers: [], pages: ['/donate#stop-monthly', '/donate'] });
    expect(read('stop my donation i want to die')).toMatchObject({ answers: ['help'], pages: ['/help#wants-to-die'] });
  });

  it('searches for at most eight terms', () => {
    expect(read('one two three four five six seven eight nine ten').terms).toHaveLength(8);
  });

  it('OPS-09 knows words with a meaning, in all forms', () => {
    for (const word of ['smokes', 'vapers', 'weed', 'gutter', 'kano', 'beach']) expect(isKnownWord(word)).toBe(true);
    for (const word of ['drumers', 'scholls']) expect(isKnownWord(word)).toBe(false);
  });

  it.each([
    ['smoke', ['smoke', 'smokes', 'smokees', 'smoked', 'smoking', 'smoker', 'smokers']],
    ['drink', ['drink', 'drinks', 'drinkes', 'drinked', 'drinking', 'drinker', 'drinkers']],
    ['drugs', ['drugs', 'drugss', 'drugses', 'drugsed', 'drugsing', 'drugser', 'drugsers', 'drug']],
  ])('OPS-09 lists the possible forms of %s', (word, forms) => {
    expect(toForms(word)).toEqual(forms);
  });

  it.each([
    ['vape', true],
    ['vapes', true],
    ['vaped', true],
    ['vaping', true],
    ['smokin', true],
    ['vapin', false],
    ['vaper', true],
    ['vapers', true],
    ['vapement', false],
    ['xqzs', false],
  ])('OPS-09 knows the word %s: %s', (word, expected) => {
    expect(isKnownWord(word)).toBe(expected);
  });

  it('OPS-09 says which single words show help', () => {
    expect(['igbo', 'suicide', 'donate', 'helpline', 'nothing'].map(isHelpWord)).toEqual([true, true, false, true, false]);
  });

  it('OPS-09 corrects only to words of topics, neither to misspellings nor to ignored words', () => {
    const ignoredWords = new Set(vocabulary.ignored);
    const listWords = (includesLanguage: (name: string) => boolean): string[] =>
      vocabulary.topics
        .flatMap((topic) => Object.entries(topic.words ?? {}).flatMap(([name, phrases]) => (includesLanguage(name) ? phrases : [])))
        .flatMap((phrase: string) => phrase.split(' '));
    const correctWords = listWords((name) => name !== 'misspelt');
    const plainWords = correctWords.filter((word) => /^[a-z]+$/.test(word));
    expect(plainWords.filter((word) => !TOPIC_WORDS.words.has(word) && !ignoredWords.has(word))).toEqual([]);
    expect([...TOPIC_WORDS.words].filter((word) => ignoredWords.has(word))).toEqual([]);
    const misspeltWords = listWords((name) => name === 'misspelt').filter((word) => !correctWords.includes(word));
    expect(misspeltWords.length).toBeGreaterThan(0);
    expect(misspeltWords.filter((word) => TOPIC_WORDS.words.has(word))).toEqual([]);
  });

  it('OPS-09 has the words that each topic searches for', () => {
    const [topic] = vocabulary.topics.filter(({ words: phrases }) =>
      Object.values(phrases ?? {})
        .flat()
        .includes('igbo'),
    );
    const [term] = read('igbo').terms;
    expect(term).toMatchObject({ typed: ['igbo'], isTopic: true });
    expect(term?.synonyms).toEqual(topic?.search.flatMap((phrase) => phrase.split(' ')));
    expect(read('igbo igbo').terms).toEqual([term]);
  });
});
