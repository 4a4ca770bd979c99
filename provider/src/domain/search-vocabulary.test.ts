import vocabulary from './search-vocabulary.json';
import { isKnownWord, readQuery } from './search-vocabulary.ts';

const words = (query: string): string[] => query.split(' ');
const read = (query: string) => readQuery(words(query));

describe('the search vocabulary', () => {
  it('has each word in one topic', () => {
    const all = vocabulary.topics.flatMap((topic) => Object.values(topic.words).flat());
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
  });

  it('OPS-09 shows help for danger, substances and help, whatever else is asked', () => {
    for (const query of ['igbo', 'my pikin dey smoke', 'i want to die', 'where is the helpline', 'mkpuru mmiri', 'vapers'])
      expect(read(query).answers).toEqual(['help']);
    expect(read('phone number for help').answers).toEqual(['help', 'contact']);
    expect(read('poems').answers).toEqual([]);
  });

  it('OPS-09 reads phrases before words, and leaves out words that say nothing', () => {
    expect(read('how can i get the bank account')).toMatchObject({ terms: [{ typed: [], isTopic: true }], pages: ['/donate'] });
    expect(read('my poem')).toMatchObject({ terms: [{ typed: ['poem'], isTopic: false }] });
    expect(read('how')).toMatchObject({ terms: [{ typed: ['how'] }] });
  });

  it('OPS-09 leads parents who fear for a child to no form for schools or for gifts', () => {
    expect(read('my school').pages).toEqual(['/school-visit']);
    expect(read('my son was accused at school').pages).toEqual([]);
    expect(read('remove my child photo').pages[0]).toBe('/safeguarding');
    const names = vocabulary.topics.map(({ name }) => name);
    for (const { without = [] } of vocabulary.topics) expect(names).toEqual(expect.arrayContaining(without));
  });

  it('looks for eight things at most', () => {
    expect(read('one two three four five six seven eight nine ten').terms).toHaveLength(8);
  });

  it('OPS-09 knows words with a meaning, in all forms', () => {
    for (const word of ['smokes', 'vapers', 'weed', 'gutter', 'kano', 'beach']) expect(isKnownWord(word)).toBe(true);
    for (const word of ['drumers', 'scholls']) expect(isKnownWord(word)).toBe(false);
  });
});
