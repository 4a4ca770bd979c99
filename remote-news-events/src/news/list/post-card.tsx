import { Card, CardBody, CardFoot, CardMedia, CardTitle } from '@site/shared/ui/card';
import { Badge, ChipList } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { MoreLink } from '@site/shared/ui/text-link';
import { PostByline } from '../post-byline.tsx';
import type { PostCardView } from '../post-card-view.ts';
import styles from './post-card.module.css';

/** How a card stands in the grid: the newest post is wide, and the one beside it grows its image to match. */
export type PostCardPlace = 'first' | 'second' | 'rest';

const SIZES = {
  first: '(min-width: 1024px) 760px, (min-width: 768px) 50vw, 100vw',
  second: '(min-width: 1024px) 380px, (min-width: 768px) 50vw, 100vw',
  rest: '(min-width: 1024px) 380px, (min-width: 768px) 50vw, 100vw',
};

export const PostCard = ({ post, place }: { readonly post: PostCardView; readonly place: PostCardPlace }) => (
  <Card as="li" linked className={place === 'first' ? styles.first : undefined}>
    <CardMedia fit={place === 'rest' ? 'wide' : 'fill'} className={place === 'first' ? styles.firstMedia : styles.media}>
      <ContentImage src={post.image} alt={post.imageAlt} width={800} height={450} sizes={SIZES[place]} priority={place === 'first'} />
      {post.category !== '' && <Badge onImage>{post.category}</Badge>}
    </CardMedia>
    <CardBody className={place === 'rest' ? undefined : styles.body}>
      <PostByline author={post.author} publishedAt={post.publishedAt} />
      <CardTitle level={2} to={post.path} large={place === 'first'}>
        {post.title}
      </CardTitle>
      {post.excerpt !== '' && <p className={styles.excerpt}>{post.excerpt}</p>}
      {post.tags.length > 0 && <ChipList label="Tags" items={post.tags} />}
      <CardFoot>
        <MoreLink to={post.path} label={`Read More: ${post.title}`}>
          Read More
        </MoreLink>
      </CardFoot>
    </CardBody>
  </Card>
);
