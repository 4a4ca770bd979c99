/** @jest-environment node */
import { isRelatedFull, type PostTopics, relatedPosts } from './related-posts.ts';

const post = (id: string, category: string, tags: readonly string[] = []): PostTopics => ({ _id: id, slug: `slug-${id}`, category, tags });
const list = (current: PostTopics, posts: readonly PostTopics[]): string[] => relatedPosts(current, posts).map(({ _id }) => _id);

describe('relatedPosts', () => {
  const current = post('a', 'Schools', ['Poetry', 'Kano']);

  it.each([
    ['posts with the same category', [post('b', ' schools ')], ['b']],
    ['posts with a shared tag', [post('b', 'Other', ['music', 'POETRY '])], ['b']],
    ['posts with a shared tag and no category', [post('b', '', ['poetry'])], ['b']],
    ['no posts with neither', [post('b', 'Other', ['music'])], []],
    ['not the post itself', [current, { ...post('b', 'Schools'), slug: current.slug }, { ...post('c', 'Schools'), _id: current._id }], []],
    ['at most two posts, in their order', [post('d', 'Schools'), post('b', 'Schools'), post('c', 'Schools')], ['d', 'b']],
  ])('POST-04 selects %s', (_, posts, ids) => {
    expect(list(current, posts)).toEqual(ids);
  });

  it('POST-04 does not relate posts because neither has a category', () => {
    expect(list(post('a', ' '), [post('b', '')])).toEqual([]);
  });

  it('detects when no more posts would be shown', () => {
    expect([0, 1, 2].map((count) => isRelatedFull([post('b', ''), post('c', '')].slice(0, count)))).toEqual([false, false, true]);
  });
});
