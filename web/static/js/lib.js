// The one door to the library: htm and Preact in one vendored module, so that
// pages run as they are written, without a build.
export { html, render, useState, useEffect, useLayoutEffect, useRef, useMemo } from "../vendor/htm/standalone.module.js";
