"""An SSL context does not show a callback to the collector."""
import ssl

CULPRIT = "context_traverse context_clear"
VERDICT = "cycle"


def step():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

    def callback(hint):
        return context, b""

    context.set_psk_client_callback(callback)
