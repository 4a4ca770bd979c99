/** Global where React looks for its developer tools once, when its module is evaluated. */
const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__';

const ignore = (): void => undefined;

/** Creates the part of the developer tools that Fast Refresh needs. A remote's Fast Refresh runtime loads after React, and finds the page's renderer here. */
const createHook = () => {
  const renderers = new Map<number, unknown>();
  return {
    renderers,
    supportsFiber: true,
    inject: (renderer: unknown): number => renderers.set(renderers.size + 1, renderer).size,
    onScheduleFiberRoot: ignore,
    onCommitFiberRoot: ignore,
    onCommitFiberUnmount: ignore,
  };
};

if (!(HOOK in window)) Object.assign(window, { [HOOK]: createHook() });
