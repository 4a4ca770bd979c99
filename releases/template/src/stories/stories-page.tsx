import { useLoaderData } from '@site/shared/router';
import { EmptyState } from '@site/shared/ui/empty-state';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import type { StoriesData, Story } from './stories-data.ts';
import styles from './stories-page.module.css';

const StoryList = ({ stories }: { readonly stories: readonly Story[] }) => (
  <ul className={styles.list}>
    {stories.map(({ id, title }) => (
      <li key={id}>{title}</li>
    ))}
  </ul>
);

export const StoriesPage = () => {
  const data = useLoaderData<StoriesData>();
  return (
    <>
      <PageBanner tone="leaf" title="Stories" />
      <Section spacing="tight">
        {data.state === 'failed' && <LoadFailure title="Failed to load stories" underHeading />}
        {data.state === 'loaded' && (data.stories.length === 0 ? <EmptyState level={2} /> : <StoryList stories={data.stories} />)}
      </Section>
    </>
  );
};
