import type { SiteConfig } from '@site/shared/contracts/site';
import { type GiftFacts, getGiftFacts } from '../giving/giving-text.ts';
import { getTrust, type Trust } from './trust-text.ts';

export interface ImpactFacts {
  readonly trust: Trust;
  readonly giving: GiftFacts;
}

export const getImpactFacts = (site: SiteConfig): ImpactFacts => ({ trust: getTrust(), giving: getGiftFacts(site) });
