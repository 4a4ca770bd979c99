import type { SiteConfig } from '@site/shared/contracts/site';
import { type Giving, getGiving } from '../giving/giving-text.ts';
import { getTrust, type Trust } from './trust-text.ts';

export interface ImpactFacts {
  readonly trust: Trust;
  readonly giving: Pick<Giving, 'gifts' | 'review'>;
}

/** Only what the page shows: its data is in the HTML. */
export const getImpactFacts = (site: SiteConfig): ImpactFacts => {
  const { gifts, review } = getGiving(site);
  return { trust: getTrust(), giving: review === undefined ? { gifts } : { gifts, review } };
};
