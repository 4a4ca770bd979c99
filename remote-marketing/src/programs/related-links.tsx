import { formatLongDate } from '@site/shared/domain/dates';
import { Card, CardBody, CardTitle } from '@site/shared/ui/card';
import { Badge } from '@site/shared/ui/chip';
import { Grid } from '@site/shared/ui/grid';
import { Section, SectionHead } from '@site/shared/ui/section';
import type { RelatedLink } from './program-loader.ts';
import styles from './related-links.module.css';

const NAMES = { event: 'Event', article: 'News' } as const;

/** Related events and articles of a program, without images, to save mobile data. */
export const RelatedLinks = ({ title, links }: { readonly title: string; readonly links: readonly RelatedLink[] }) =>
  links.length === 0 ? null : (
    <Section labelledBy="related">
      <SectionHead title={`More about ${title}`} id="related" />
      <Grid columns={2} as="ul">
        {links.map(({ kind, path, title: name, date }) => (
          <Card as="li" linked key={path}>
            <CardBody>
              <div>
                <Badge>{NAMES[kind]}</Badge>
              </div>
              <CardTitle to={path}>{name}</CardTitle>
              {date !== null && (
                <p className={styles.date}>
                  <time dateTime={date}>{formatLongDate(date)}</time>
                </p>
              )}
            </CardBody>
          </Card>
        ))}
      </Grid>
    </Section>
  );
