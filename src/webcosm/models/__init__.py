"""Clients for language and vision models."""

from webcosm.models.base import Completion, Model, ModelError, ModelMessage, Prices, Tokens
from webcosm.models.clients import make_model

__all__ = ["Completion", "Model", "ModelError", "ModelMessage", "Prices", "Tokens", "make_model"]
