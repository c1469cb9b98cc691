import { sealAnew } from '../config/sealed.ts';
import { SEALED, sealedIn } from '../database/sealed-columns.ts';
import type { Context } from '../lifecycle/context.ts';

/** While one JWT_KEY follows another, seals anew what is under the one before, so that nothing is lost with it. */
export async function reseal({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  if (config.jwtKeyOld === null) return;
  for (const column of SEALED) {
    for await (const { place, sealed, replace } of sealedIn(db, column)) {
      const anew = sealAnew(config, place, sealed);
      if (anew) await replace(anew);
    }
  }
}
