import type { PageHead } from '@site/shared/remote-contract';
import type { ProgramData } from './program-loader.ts';
import { PROGRAMS } from './programs-content.ts';

/** Title and description come from the answer, or, while the browser waits for it, from the list that is part of the site. */
export const programHead = (data: ProgramData | undefined): PageHead => {
  const known = PROGRAMS.find(({ link }) => link === `/programs/${data?.slug}`);
  const outcome = data?.outcome;
  const settled = outcome !== undefined && !(outcome instanceof Promise) ? outcome : undefined;
  if (settled?.kind === 'missing')
    return {
      title: 'Program Not Found',
      description: "The program you're looking for doesn't exist or has been removed.",
    };
  const program = settled?.kind === 'found' ? settled.program : undefined;
  return {
    title: program?.title || known?.title || 'Program',
    description: known?.description ?? 'One of our programs for young people.',
    ...(program?.coverImage ? { image: program.coverImage } : {}),
  };
};
