import { type GiftFacts, getGiftFacts } from '../giving/giving-text.ts';
import { getTrust, type Trust } from '../trust/trust-text.ts';

export interface ImpactFacts {
  readonly trust: Trust;
  readonly giving: GiftFacts;
}

export const getImpactFacts = (): ImpactFacts => ({ trust: getTrust(), giving: getGiftFacts() });
