/** What we use of `oidc-provider`, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export type Payload = Record<string, unknown>;

  /** Where the library keeps the records of one model. */
  export interface Adapter {
    upsert(id: string, payload: Payload, seconds?: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(code: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  /** What a person is asked, until they have answered. */
  export interface Interaction {
    uid: string;
    params: { client_id: string; redirect_uri: string; scope?: string; resource?: string };
    returnTo: string;
    result?: object;
    persist(): Promise<string>;
  }

  export interface Client {
    clientId: string;
    clientName?: string;
  }

  export interface Grant {
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  /** A call, as Koa has it. */
  export interface CallContext {
    path: string;
    query: Record<string, string | string[] | undefined>;
    status: number;
    type: string;
    body: unknown;
    cookies: { set(name: string, value: string, options: object): void };
    /** Takes a header of the answer back. */
    remove(header: string): void;
    oidc: {
      provider: Provider;
      result?: { consent?: { grantId?: string } };
      /** A refresh token that was shown, and is being replaced. */
      entities: { RotatedRefreshToken?: { jti: string } };
    };
  }

  export class Provider {
    constructor(issuer: string, settings: object);
    /** The call that is being answered. */
    static get ctx(): CallContext | undefined;
    /** Whether it believes what a proxy says of host and protocol. */
    proxy: boolean;
    issuer: string;
    callback(): RequestListener;
    use(step: (context: CallContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: 'server_error', listener: (context: CallContext, error: Error) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    Client: { find(id: string): Promise<Client | undefined> };
    Grant: {
      new (of: { jti: string; accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    AccessToken: { prototype: { generateTokenId(): string; format?: string } };
    RefreshToken: { prototype: { generateTokenId(): string } };
  }
  export default Provider;

  type Refused = new (description: string) => Error;
  export const errors: Record<
    | 'InvalidClientMetadata'
    | 'InvalidGrant'
    | 'InvalidRequest'
    | 'InvalidTarget'
    | 'SessionNotFound',
    Refused
  >;

  export const interactionPolicy: {
    Prompt: new (about: { name: string; requestable: boolean }, ...checks: object[]) => object;
    Check: new (
      reason: string,
      description: string,
      check: (context: CallContext) => boolean,
    ) => object;
  };
}
