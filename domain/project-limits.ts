// Apart from the schemas, which bring Zod.

/** What a project may hold once it is unpacked. */
export const PROJECT_LIMITS = {
  bytes: 200 * 1024 * 1024,
  files: 20_000,
  /** A path in UTF-8 bytes, and a folder in it. */
  pathBytes: 1000,
  depth: 60,
};
