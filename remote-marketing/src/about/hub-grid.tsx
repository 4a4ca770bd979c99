import type { SiteConfig } from '@site/shared/contracts/site';
import { Card, CardBody, CardFoot, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { Grid } from '@site/shared/ui/grid';
import { MoreLink } from '@site/shared/ui/text-link';
import { HUB_DETAILS } from './about-content.ts';
import styles from './hub-grid.module.css';

/** Four cards: what the configuration says of each hub, with the image that belongs to its place in the list (ABOUT-06 to ABOUT-08). */
export const HubGrid = ({ hubs }: { readonly hubs: SiteConfig['hubs'] }) => (
  <Grid columns={4}>
    {hubs.map(({ name, location, email }, position) => {
      const details = HUB_DETAILS[position];
      return (
        <Card key={name}>
          {details !== undefined && (
            <CardMedia>
              <ContentImage src={details.image} alt={details.imageAlt} width={800} height={500} />
            </CardMedia>
          )}
          <CardBody>
            <CardTitle>{name}</CardTitle>
            <p className={styles.place}>{location}</p>
            <CardFoot>
              <MoreLink href={`mailto:${email}`} label={`Write to us: ${name}`}>
                Write to us
              </MoreLink>
            </CardFoot>
          </CardBody>
        </Card>
      );
    })}
  </Grid>
);
