import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { GiftTiles } from './gift-tiles.tsx';
import type { GiftFacts } from './giving-text.ts';

export const GiftSection = ({ giving: { gifts, review } }: { readonly giving: GiftFacts }) => (
  <Section tone="mist" labelledBy="gifts">
    <SectionHead
      eyebrow="Give"
      title="What your gift does"
      id="gifts"
      lead={review === undefined ? undefined : 'Sample amounts'}
      action={<MoreLink to="/donate">Ways to give</MoreLink>}
    />
    <GiftTiles gifts={gifts} />
  </Section>
);
