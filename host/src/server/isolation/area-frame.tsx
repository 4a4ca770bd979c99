import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';

/**
 * Surrounds the area while a remote's process renders it. React derives `useId` values from the positions of all ancestors, so the area must have the same
 * position here as in the complete tree: first of three in `SiteFrame`, third of four in `Shell`, first of two in `main` and in its boundary. A test compares
 * the two trees.
 */
export const AreaFrame = ({ hasShell }: { readonly hasShell: boolean }) => {
  const area = (
    <Suspense>
      <Outlet />
      {null}
    </Suspense>
  );
  return (
    <>
      {hasShell ? (
        <>
          {null}
          {null}
          <main>
            {area}
            {null}
          </main>
          {null}
        </>
      ) : (
        <main>{area}</main>
      )}
      {null}
      {null}
    </>
  );
};

const START = '<main><!--$-->';
const END = '<!--/$--></main>';

/** The area's HTML, and the resource hints that React wrote before it. Throws if the area was not rendered completely. */
export const splitFrame = (markup: string): { readonly preloads: string; readonly html: string } => {
  const start = markup.indexOf(START);
  if (start === -1 || !markup.endsWith(END)) throw new Error('The page was not rendered completely.');
  return { preloads: markup.slice(0, start), html: markup.slice(start + START.length, -END.length) };
};
