// Pairs this browser: by the token behind the # of a scanned address (which no
// server or log sees), by the PIN, or at once on the machine itself.
const form = document.getElementById("form");
const said = document.getElementById("said");

async function ask(method, path, body) {
  const init = { method };
  if (body) init.body = JSON.stringify(body);
  const answer = await fetch("/api/v1" + path, init);
  const found = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(found.error.message + (found.error.hint ? ": " + found.error.hint : ""));
  return found;
}

async function pair(how) {
  try {
    const { device } = await ask("POST", "/pairing", { ...how, name: form.elements.name.value });
    said.textContent = "Paired as " + device.name + ".";
    await show();
  } catch (err) {
    said.textContent = err.message;
  }
}

// show says how things stand, and the PIN to those who may see it.
async function show() {
  const { level, local, device } = await ask("GET", "/access");
  form.hidden = Boolean(device);
  document.getElementById("here").hidden = !local;
  const mayShow = local || level === "act" || level === "admin";
  document.getElementById("code").hidden = !mayShow;
  if (!mayShow) return;
  const { pin, url } = await ask("GET", "/pairing");
  document.getElementById("pin").textContent = pin;
  const address = document.getElementById("url");
  if (address.dataset.url === url) return; // the same code as before
  address.dataset.url = url || "";
  address.textContent = (url || "").split("#")[0]; // for people: the rest is for cameras
  const qr = document.getElementById("qr");
  qr.hidden = !url; // the service listens where no other device reaches it
  document.getElementById("scan").hidden = !url;
  qr.alt = url ? "QR code of " + url : "";
  if (url) qr.src = "/api/v1/pairing/qr.svg?" + Date.now();
}

// The code changes when somebody uses it and after a while.
setInterval(() => {
  if (!document.getElementById("code").hidden && !document.hidden) show().catch(() => {});
}, 5000);

form.addEventListener("submit", (e) => {
  e.preventDefault();
  pair({ pin: form.elements.pin.value });
});
document.getElementById("here").addEventListener("click", () => pair({ here: true }));

const token = location.hash.slice(1);
if (token) {
  history.replaceState(null, "", location.pathname);
  pair({ token });
} else {
  show().catch((err) => { said.textContent = err.message; });
}
