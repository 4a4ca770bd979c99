import { SAMPLE_POSTS } from './posts-content.ts';

const getText = (slug: string): string => SAMPLE_POSTS.find((post) => post.slug === slug)?.content.replace(/<[^>]*>/g, '') ?? '';

describe('articles that may be read in an emergency', () => {
  it('tell parents before anything else when not to wait', () => {
    expect(getText('parents-listening-first')).toMatch(/^If your child seems drugged.*do not wait for a quiet hour\. Call first/);
  });

  it('say where to go if no one answers', () => {
    expect(getText('what-cough-syrup-does')).toContain('If nobody answers, go to the nearest hospital.');
  });
});
