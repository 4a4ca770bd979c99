/** The name by which React looks for its developer tools, only once: when its module runs. */
const HOOK = '__REACT_DEVTOOLS_GLOBAL_HOOK__';

const ignore = (): void => undefined;

/** All that Fast Refresh needs of the developer tools: a remote's runtime comes later than React, and finds the page's renderer here. */
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
