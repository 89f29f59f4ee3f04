// Keeps the screen awake where the browser allows it: on https or on the
// machine itself. Where it doesn't, pages say so.
import { useEffect, useState } from "./lib.js";

export function useAwake() {
  const [awake, setAwake] = useState(null);
  useEffect(() => {
    if (!navigator.wakeLock) {
      setAwake(false);
      return undefined;
    }
    let lock, gone = false;
    const hold = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then((l) => { lock = l; if (gone) l.release(); else setAwake(true); }, () => gone || setAwake(false));
    };
    hold();
    document.addEventListener("visibilitychange", hold); // a hidden page loses its lock
    return () => { gone = true; document.removeEventListener("visibilitychange", hold); if (lock) lock.release(); };
  }, []);
  return awake;
}
