import { SAMPLE_EVENTS } from './events-content.ts';
import { SAMPLE_POSTS } from './posts-content.ts';
import { SAMPLE_PROGRAMS } from './programs-content.ts';

describe('the program for schools', () => {
  const relatedTag = SAMPLE_PROGRAMS.find(({ slug }) => slug === 'school-program')?.relatedTag ?? '';
  const listRelated = <Item extends { readonly tags: readonly string[] }>(items: readonly Item[]) => items.filter(({ tags }) => tags.includes(relatedTag));

  it('shows related texts, and no football among the events', () => {
    expect(listRelated([...SAMPLE_POSTS, ...SAMPLE_EVENTS])).not.toEqual([]);
    expect(listRelated(SAMPLE_EVENTS).filter((event) => /football|goal|cup\b/i.test(`${event.title} ${event.description}`))).toEqual([]);
  });
});
