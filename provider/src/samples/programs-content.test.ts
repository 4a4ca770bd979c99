import { SAMPLE_EVENTS } from './events-content.ts';
import { SAMPLE_POSTS } from './posts-content.ts';
import { SAMPLE_PROGRAMS } from './programs-content.ts';

describe('the programs that people under 18 can join', () => {
  const getText = (name: string) => SAMPLE_PROGRAMS.find(({ slug }) => slug === name)?.content ?? '';

  it.each(['enable', 'xpression'])('%s says that a parent must agree, and that faith does not matter', (slug) => {
    expect(getText(slug)).toMatch(/Under 18.*parent or guardian/);
    expect(getText(slug)).toContain('People of every faith and none are welcome.');
  });

  it('say where a child who is too young for Project Enable can go', () => {
    expect(getText('enable')).toMatch(/Under 16\?.*<a href="\/help#school">/);
  });
});

describe('the program for schools', () => {
  const relatedTag = SAMPLE_PROGRAMS.find(({ slug }) => slug === 'school-program')?.relatedTag ?? '';
  const listRelated = <Item extends { readonly tags: readonly string[] }>(items: readonly Item[]) => items.filter(({ tags }) => tags.includes(relatedTag));

  it('shows related texts, and no football event', () => {
    expect(listRelated([...SAMPLE_POSTS, ...SAMPLE_EVENTS])).not.toEqual([]);
    expect(listRelated(SAMPLE_EVENTS).filter((event) => /football|goal|cup\b/i.test(`${event.title} ${event.description}`))).toEqual([]);
  });
});
