import { splitTags } from '../tag-input/tag-text.ts';
import type { Values } from './document-kind.ts';

/** The picture field's own fields for what is stored. */
export const focalValues = (focal: { readonly x: number; readonly y: number } | null | undefined): Values => ({
  focalX: focal ? String(focal.x) : '',
  focalY: focal ? String(focal.y) : '',
});

export const focalOf = ({ focalX = '', focalY = '' }: Values): { readonly x: number; readonly y: number } | null =>
  focalX === '' || focalY === '' ? null : { x: Number(focalX), y: Number(focalY) };

/** Tags as a list of their own. */
export const tagsOf = (text: string): string[] => [...splitTags(text)];
