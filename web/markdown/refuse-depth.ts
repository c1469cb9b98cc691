interface TreeNode {
  children?: readonly TreeNode[];
}

/** Deeper than any person nests; thousands of levels would exhaust the browser that draws them. */
const DEEPEST = 40;

/** Gives up on a text whose parts lie in each other too deep; it is then shown as it was typed. */
export function refuseDepth() {
  return (tree: TreeNode): void => {
    let level: readonly TreeNode[] = [tree];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > DEEPEST) throw new Error('Nested too deep');
      level = level.flatMap(({ children }) => children ?? []);
    }
  };
}
