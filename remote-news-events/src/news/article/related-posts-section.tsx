import { formatLongDate } from '@site/shared/domain/dates';
import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { Grid } from '@site/shared/ui/grid';
import { Section, SectionHead } from '@site/shared/ui/section';
import type { PostCardView } from '../post-card-view.ts';
import styles from './related-posts-section.module.css';

/** What to read next; nothing when nothing is related (POST-04). */
export const RelatedPosts = ({ posts }: { readonly posts: readonly PostCardView[] }) => {
  if (posts.length === 0) return null;
  return (
    <Section tone="mist" labelledBy="related-posts">
      <SectionHead title="Related Posts" id="related-posts" />
      <Grid columns={2} as="ul">
        {posts.map((post) => (
          <Card as="li" linked key={post.path}>
            <CardMedia className={styles.media}>
              <ContentImage src={post.image} alt={post.imageAlt} width={800} height={450} sizes="(min-width: 768px) 50vw, 100vw" />
            </CardMedia>
            <CardBody>
              <CardTitle to={post.path}>{post.title}</CardTitle>
              {post.publishedAt !== null && (
                <p className={styles.date}>
                  <time dateTime={post.publishedAt}>{formatLongDate(post.publishedAt)}</time>
                </p>
              )}
            </CardBody>
          </Card>
        ))}
      </Grid>
    </Section>
  );
};
