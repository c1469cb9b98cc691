import S3rver from 's3rver';

/** A small server that speaks S3, for the tests of one file. */
export interface TestS3 {
  /** As FILES_URL names it. */
  filesUrl: string;
  close: () => Promise<void>;
}

/** @param directory where it keeps its objects */
export async function startS3(directory: string): Promise<TestS3> {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'unblock' }],
  });
  const { port } = await server.run();
  return {
    filesUrl: `s3://unblock?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
}
